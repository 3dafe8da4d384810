package dev.airlock.upstreams;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.tls.HeldCertificate;

/**
 * The certificates of one run: an authority that lives as long as the run, and a leaf for each granted name. Each name has its own leaf so
 * that a client cannot reuse one name's HTTP/2 connection for another. All leaves share one key.
 */
final class Certificates {
    private static final Duration LIFETIME = Duration.ofDays(30);

    private final List<String> names;
    private final HeldCertificate authority;
    private final KeyPair leafKey;

    Certificates(Collection<String> names) {
        this.names = names.stream().distinct().toList();
        this.authority = validNow(new HeldCertificate.Builder().certificateAuthority(0))
                .commonName("Airlock scripted upstream")
                .build();
        this.leafKey = new HeldCertificate.Builder().build().keyPair();
    }

    X509Certificate authority() {
        return authority.certificate();
    }

    /** Returns a trust manager that trusts only the run's authority. */
    X509TrustManager trustManager() {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setCertificateEntry("authority", authority.certificate());
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            for (TrustManager manager : factory.getTrustManagers()) {
                if (manager instanceof X509TrustManager found) {
                    return found;
                }
            }
            throw new IllegalStateException("this JVM has no X.509 trust manager");
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this JVM cannot make a trust manager", e);
        }
    }

    /** Returns a server's context with a valid certificate for each name. */
    SSLContext good() {
        Map<String, HeldCertificate> byName = new HashMap<>();
        names.forEach(name -> byName.put(name, leaf(List.of(name)).build()));
        List<String> silent =
                names.stream().filter(Certificates::sendsNoServerName).toList();
        return context(
                byName, leaf(silent.isEmpty() ? List.of("localhost") : silent).build());
    }

    /** Returns a server's context whose certificate for these names has expired. */
    SSLContext expired() {
        long now = Instant.now().toEpochMilli();
        HeldCertificate.Builder leaf = leaf(names)
                .validityInterval(
                        now - LIFETIME.toMillis(), now - Duration.ofDays(1).toMillis());
        return context(Map.of(), leaf.build());
    }

    /** Returns a server's context whose certificate is for a name that no client asks for. */
    SSLContext wrongHost() {
        return context(Map.of(), leaf(List.of("wrong-host.invalid")).build());
    }

    /** Returns a server's context whose certificate is for these names and self-signed. */
    SSLContext selfSigned() {
        HeldCertificate.Builder leaf = validNow(named(names));
        return context(Map.of(), leaf.build());
    }

    private HeldCertificate.Builder leaf(List<String> alternatives) {
        return validNow(named(alternatives)).keyPair(leafKey).signedBy(authority);
    }

    private static HeldCertificate.Builder named(List<String> alternatives) {
        HeldCertificate.Builder leaf = new HeldCertificate.Builder().commonName("upstream");
        alternatives.forEach(leaf::addSubjectAlternativeName);
        return leaf;
    }

    private static HeldCertificate.Builder validNow(HeldCertificate.Builder builder) {
        long now = Instant.now().toEpochMilli();
        return builder.validityInterval(now - Duration.ofHours(1).toMillis(), now + LIFETIME.toMillis());
    }

    private SSLContext context(Map<String, HeldCertificate> byName, HeldCertificate otherwise) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            LeafKeys keys = new LeafKeys(byName, otherwise, authority.certificate());
            context.init(new LeafKeys[] {keys}, null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no TLS", e);
        }
    }

    /** Returns whether clients omit this host from the TLS handshake, as they do for addresses, single labels and odd names. */
    private static boolean sendsNoServerName(String name) {
        if (name.indexOf('.') < 0 || name.indexOf(':') >= 0 || name.matches("[0-9.]+")) {
            return true;
        }
        try {
            return new SNIHostName(name).getAsciiName().isEmpty();
        } catch (IllegalArgumentException e) {
            return true;
        }
    }
}
