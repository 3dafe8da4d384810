package dev.airlock.registry.net;

import dev.airlock.sandbox.host.net.message.BodyWatcher;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The incoming body of one attempt at a download: whether it continues the previous one, and its bytes. */
final class IncomingBody implements BodyWatcher {
    private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d{1,18})");
    private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");
    private static final Pattern STRONG_TAG = Pattern.compile("\"[\\x21\\x23-\\x7e]{0,200}\"");

    private final long keptBytes;
    private final String keptTag;
    private final DownloadListener listener;
    private int status;
    private String tag = "";
    private boolean continues;
    private OptionalLong total = OptionalLong.empty();
    private byte[] bytes = {};

    /**
     * @param keptBytes how many bytes are kept from before
     * @param keptTag the strong ETag of those bytes
     */
    IncomingBody(long keptBytes, String keptTag, DownloadListener listener) {
        this.keptBytes = keptBytes;
        this.keptTag = keptTag;
        this.listener = listener;
    }

    @Override
    public void begins(int answered, List<HttpHeader> headers) {
        status = answered;
        String given = header(headers, "ETag");
        tag = STRONG_TAG.matcher(given).matches() ? given : "";
        continues = status == Status.PART && keptBytes > 0 && isNextPart(header(headers, "Content-Range"));
        if (status == Status.OK) {
            String length = header(headers, "Content-Length");
            total = LENGTH.matcher(length).matches() ? OptionalLong.of(Long.parseLong(length)) : OptionalLong.empty();
        }
    }

    /** Returns whether the part continues the kept one to the very end, of the same bytes. */
    private boolean isNextPart(String contentRange) {
        Matcher range = CONTENT_RANGE.matcher(contentRange);
        if (!range.matches()) {
            return false;
        }
        long end = Long.parseLong(range.group(3));
        total = OptionalLong.of(end);
        return Long.parseLong(range.group(1)) == keptBytes
                && Long.parseLong(range.group(2)) == end - 1
                && (tag.isEmpty() || tag.equals(keptTag));
    }

    @Override
    public void received(long count) {
        if (status == Status.OK || continues) {
            long bytes = continues ? keptBytes + count : count;
            total.ifPresentOrElse(of -> listener.received(bytes, of), () -> listener.received(bytes));
        }
    }

    @Override
    public void brokeOff(byte[] came) {
        bytes = status == Status.OK || continues ? came : new byte[0];
    }

    /** Returns whether it is the rest of the kept part. */
    boolean continuesWhatIsKept() {
        return continues;
    }

    boolean broughtSomething() {
        return bytes.length > 0;
    }

    /** Returns the bytes before it broke off, without those that are kept. */
    byte[] bytes() {
        return bytes;
    }

    /** Returns the strong ETag of the whole; empty if there is none, so that it cannot be continued. */
    String tag() {
        return continues ? keptTag : tag;
    }

    private static String header(List<HttpHeader> headers, String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(HttpHeader::value)
                .findFirst()
                .orElse("");
    }
}
