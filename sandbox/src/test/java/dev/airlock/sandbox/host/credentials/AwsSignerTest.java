package dev.airlock.sandbox.host.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.formats.hash.Sha256;
import dev.airlock.manifests.credentials.Credential;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.url.ParsedUrl;
import dev.airlock.sandbox.url.TargetUrl;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Signatures that AWS publishes: its Signature Version 4 test suite, and the examples of the S3 and IAM documentation.
 */
class AwsSignerTest {
    private static final Secret SECRET = Secret.of("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");
    private static final Secret S3_SECRET = Secret.of("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY");
    private static final String NOTHING = Sha256.hex();
    private static final HttpHeader HOST = new HttpHeader("Host", "example.amazonaws.com");
    private static final HttpHeader DATE = new HttpHeader("X-Amz-Date", "20150830T123600Z");

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "GET, /, -, 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
                "POST, /, -, 5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
                "GET, /, Param2=value2&Param1=value1, b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
                "GET, /ሴ, -, 8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85",
                "GET, /example space/, -, 652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741",
                "GET, /example/.., -, 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
                "GET, /./, -, 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
                "GET, //, -, 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
                "GET, /-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz, -,"
                        + " 07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"
            })
    void signsTheTestSuite(String method, String path, String query, String signature) {
        AwsCanonicalRequest canonical = AwsCanonicalRequest.of(
                method,
                AwsCanonicalRequest.path(path),
                query == null ? "" : AwsCanonicalRequest.query(query),
                List.of(HOST, DATE),
                NOTHING);
        assertThat(signer().authorization("AKIDEXAMPLE", canonical))
                .isEqualTo("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request,"
                        + " SignedHeaders=host;x-amz-date, Signature=" + signature);
    }

    @Test
    void trimsHeadersAndJoinsThoseOfOneName() {
        AwsCanonicalRequest canonical = AwsCanonicalRequest.of(
                "GET",
                "/",
                "",
                List.of(
                        HOST,
                        DATE,
                        new HttpHeader("My-Header1", " value1"),
                        new HttpHeader("My-Header2", " \"a   b   c\"")),
                NOTHING);
        assertThat(signer().authorization("AKIDEXAMPLE", canonical))
                .endsWith("SignedHeaders=host;my-header1;my-header2;x-amz-date,"
                        + " Signature=acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736");
        assertThat(AwsCanonicalRequest.of(
                                "GET", "/", "", List.of(new HttpHeader("A", "1"), new HttpHeader("a", "0")), NOTHING)
                        .text())
                .contains("\na:1,0\n");
    }

    @Test
    void signsTheExampleOfTheIamGuide() {
        AwsCanonicalRequest canonical = AwsCanonicalRequest.of(
                "GET",
                "/",
                AwsCanonicalRequest.query("Version=2010-05-08&Action=ListUsers"),
                List.of(
                        new HttpHeader("Host", "iam.amazonaws.com"),
                        new HttpHeader("Content-Type", "application/x-www-form-urlencoded; charset=utf-8"),
                        DATE),
                NOTHING);
        assertThat(new AwsSigner("20150830T123600Z", "us-east-1", "iam", SECRET)
                        .authorization("AKIDEXAMPLE", canonical))
                .endsWith("Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7");
    }

    /** Examples of the S3 API reference, as whole requests; we add time, body hash and host. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "/?lifecycle, fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
                "/?max-keys=2&prefix=J, 34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
            })
    void signsTheExamplesOfTheS3Reference(String target, String signature) {
        assertThat(authorization(request("https://examplebucket.s3.amazonaws.com" + target, List.of()), "20130524"))
                .isEqualTo("AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                        + " SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=" + signature);
    }

    @Test
    void escapesAreWrittenOnceForS3AndTwiceForOthers() {
        HttpRequest request = request("https://sqs.eu-west-3.amazonaws.com/a%20b/%2f?q=x+y%20z&q=&%zz", List.of());
        assertThat(AwsCanonicalRequest.of(request, List.of(), "s3", NOTHING).text())
                .startsWith("GET\n/a%20b//\n%25zz=&q=&q=x%20y%20z\n");
        assertThat(AwsCanonicalRequest.of(request, List.of(), "sqs", NOTHING).text())
                .startsWith("GET\n/a%2520b/%252f\n");
    }

    @Test
    void signsHeadersOfTheGuestThatAwsWantsSignedAndAPortOfItsOwn() {
        HttpRequest request = request(
                "https://localhost:4566/",
                List.of(new HttpHeader("X-Amz-Acl", "private"), new HttpHeader("Accept", "text/plain")));
        assertThat(AwsCanonicalRequest.of(request, List.of(), "s3", NOTHING).text())
                .contains("\nhost:localhost:4566\nx-amz-acl:private\n");
    }

    @ParameterizedTest
    @CsvSource({
        "s3.eu-central-1.amazonaws.com, eu-central-1",
        "bucket.s3.dualstack.ap-southeast-2.amazonaws.com, ap-southeast-2",
        "dynamodb.cn-north-1.amazonaws.com.cn, cn-north-1",
        "bedrock-runtime.us-gov-west-1.amazonaws.com, us-gov-west-1",
        "eu-west-1.s3.us-west-2.amazonaws.com, us-west-2",
        "iam.amazonaws.com, us-east-1"
    })
    void findsTheRegionInTheHost(String host, String region) {
        assertThat(AwsRegion.of(host)).isEqualTo(region);
    }

    private static AwsSigner signer() {
        return new AwsSigner("20150830T123600Z", "us-east-1", "service", SECRET);
    }

    private static String authorization(HttpRequest request, String date) {
        BoundCredential.AwsKeys keys = new BoundCredential.AwsKeys("AKIAIOSFODNN7EXAMPLE", S3_SECRET, Optional.empty());
        Instant now = Instant.parse(date.replaceFirst("(....)(..)(..)", "$1-$2-$3") + "T00:00:00Z");
        List<HttpHeader> added = AwsSigner.headers(
                request,
                new Credential.AwsSigV4(Optional.empty(), "s3", Optional.empty()),
                keys,
                now.getEpochSecond() * 1_000_000_000L);
        return new ArrayList<>(added).get(added.size() - 1).value();
    }

    private static HttpRequest request(String url, List<HttpHeader> headers) {
        TargetUrl target = ((ParsedUrl.Target) TargetUrl.parse(url)).url();
        return new HttpRequest("GET", target, headers, Optional.empty(), 1 << 20, true);
    }
}
