package dev.airlock.registry.packages;

import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The textual encoding of keys (RFC 7468), reduced to a publisher's needs: one block and nothing else. */
final class Pem {
    static final String PUBLIC = "PUBLIC KEY";
    static final String PRIVATE = "PRIVATE KEY";

    private static final int LINE = 64;
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z ]+)-----\\r?\\n([A-Za-z0-9+/=\\r\\n]+)-----END \\1-----");

    private Pem() {}

    static String encode(byte[] der, String label) {
        String base64 = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n";
    }

    static Optional<byte[]> decode(String text, String label) {
        Matcher block = BLOCK.matcher(text.strip());
        return block.matches() && block.group(1).equals(label)
                ? Optional.of(Base64.getMimeDecoder().decode(block.group(2)))
                : Optional.empty();
    }
}
