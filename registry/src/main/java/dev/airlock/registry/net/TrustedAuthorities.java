package dev.airlock.registry.net;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Authorities that downloads trust in TLS handshakes in addition to the JVM's. */
public final class TrustedAuthorities {
    private TrustedAuthorities() {}

    /**
     * Returns a trust manager for the JVM's own authorities and those of a PEM file.
     *
     * @return empty if the file holds no certificate
     */
    public static Optional<X509TrustManager> and(byte[] pem) {
        try {
            Collection<? extends Certificate> more =
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem));
            if (more.isEmpty()) {
                return Optional.empty();
            }
            KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
            all.load(null, null);
            int number = 0;
            for (X509Certificate known : manager(null).getAcceptedIssuers()) {
                all.setCertificateEntry("jvm-" + number++, known);
            }
            for (Certificate one : more) {
                all.setCertificateEntry("more-" + number++, one);
            }
            return Optional.of(manager(all));
        } catch (GeneralSecurityException | IOException e) {
            return Optional.empty();
        }
    }

    private static X509TrustManager manager(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return Arrays.stream(factory.getTrustManagers())
                .filter(X509TrustManager.class::isInstance)
                .map((TrustManager manager) -> (X509TrustManager) manager)
                .findFirst()
                .orElseThrow(() -> new GeneralSecurityException("there is no trust manager for X.509"));
    }
}
