package dev.airlock.upstreams;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedKeyManager;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;

/** Presents the certificate of the name that the client asks for, or a default one. */
final class LeafKeys extends X509ExtendedKeyManager {
    private static final String DEFAULT = "*";
    private static final String KEY_TYPE = "EC";

    private final Map<String, HeldCertificate> byName;
    private final HeldCertificate otherwise;
    private final X509Certificate authority;

    LeafKeys(Map<String, HeldCertificate> byName, HeldCertificate otherwise, X509Certificate authority) {
        this.byName = Map.copyOf(byName);
        this.otherwise = otherwise;
        this.authority = authority;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        if (!keyType.equals(KEY_TYPE)) {
            return null;
        }
        if (socket instanceof SSLSocket tls && tls.getHandshakeSession() instanceof ExtendedSSLSession session) {
            return session.getRequestedServerNames().stream()
                    .filter(SNIHostName.class::isInstance)
                    .map(name -> ((SNIHostName) name).getAsciiName().toLowerCase(Locale.ROOT))
                    .filter(byName::containsKey)
                    .findFirst()
                    .orElse(DEFAULT);
        }
        return DEFAULT;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return chooseServerAlias(keyType, issuers, null);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        X509Certificate leaf = leaf(alias).certificate();
        boolean signed = leaf.getIssuerX500Principal().equals(authority.getSubjectX500Principal());
        return signed ? new X509Certificate[] {leaf, authority} : new X509Certificate[] {leaf};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return leaf(alias).keyPair().getPrivate();
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }

    private HeldCertificate leaf(String alias) {
        return byName.getOrDefault(alias, otherwise);
    }
}
