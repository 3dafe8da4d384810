package dev.airlock.sandbox.host.credentials;

import dev.airlock.formats.hash.Sha256;
import dev.airlock.manifests.credentials.Credential;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs requests by AWS Signature Version 4 ("Create a signed AWS API request", AWS IAM User Guide). The signature
 * covers the method, the path and query, the host, the time, the body's hash, the content type, and every header whose
 * name begins with {@code x-amz-}.
 */
final class AwsSigner {
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final String timestamp;
    private final String scope;
    private final byte[] key;

    /** @param timestamp the time as {@code 20150830T123600Z} */
    AwsSigner(String timestamp, String region, String service, Secret secretAccessKey) {
        String date = timestamp.substring(0, timestamp.indexOf('T'));
        this.timestamp = timestamp;
        this.scope = date + "/" + region + "/" + service + "/aws4_request";
        byte[] derived = ("AWS4" + secretAccessKey.reveal()).getBytes(StandardCharsets.UTF_8);
        for (String part : List.of(date, region, service, "aws4_request")) {
            derived = hmac(derived, part);
        }
        this.key = derived;
    }

    /** Returns the headers that sign a request. */
    static List<HttpHeader> headers(
            HttpRequest request, Credential.AwsSigV4 declared, BoundCredential.AwsKeys keys, long nowNanos) {
        String host = request.url().address().host().text();
        String region = declared.region().orElseGet(() -> AwsRegion.of(host));
        String now = TIMESTAMP.format(Instant.ofEpochSecond(0, nowNanos));
        String bodyHash = Sha256.hex(request.body().orElse(new byte[0]));
        List<HttpHeader> added = new ArrayList<>();
        added.add(new HttpHeader("X-Amz-Date", now));
        added.add(new HttpHeader("X-Amz-Content-Sha256", bodyHash));
        keys.sessionToken().ifPresent(token -> added.add(new HttpHeader("X-Amz-Security-Token", token.reveal())));
        AwsCanonicalRequest canonical = AwsCanonicalRequest.of(request, added, declared.service(), bodyHash);
        AwsSigner signer = new AwsSigner(now, region, declared.service(), keys.secretAccessKey());
        added.add(new HttpHeader("Authorization", signer.authorization(keys.accessKeyId(), canonical)));
        return added;
    }

    /** Returns the value of {@code Authorization}. */
    String authorization(String accessKeyId, AwsCanonicalRequest request) {
        String hash = Sha256.hex(request.text().getBytes(StandardCharsets.UTF_8));
        String toSign = ALGORITHM + "\n" + timestamp + "\n" + scope + "\n" + hash;
        return ALGORITHM + " Credential=" + accessKeyId + "/" + scope + ", SignedHeaders=" + request.signedHeaders()
                + ", Signature=" + HexFormat.of().formatHex(hmac(key, toSign));
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HMAC-SHA256", e);
        }
    }
}
