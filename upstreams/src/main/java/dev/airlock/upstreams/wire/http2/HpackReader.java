package dev.airlock.upstreams.wire.http2;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Decodes the header blocks of one HTTP/2 connection (RFC 7541). */
public final class HpackReader {
    /** A header in a table. */
    public record Field(String name, String value) {
        int size() {
            return name.length() + value.length() + 32;
        }
    }

    private static final int MAX_TABLE_BYTES = 4096;
    private static final int MAX_LIST_BYTES = 256 << 10;
    private static final List<Field> STATIC = staticTable();

    private final List<Field> recent = new ArrayList<>();
    private int tableBytes;
    private int tableLimit = MAX_TABLE_BYTES;

    /** Returns the headers of one block, in order. */
    public List<Field> read(byte[] block) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(block);
        List<Field> fields = new ArrayList<>();
        int bytes = 0;
        while (in.hasRemaining()) {
            int first = in.get() & 0xff;
            if ((first & 0xe0) == 0x20) {
                resize(integer(in, first, 5));
                continue;
            }
            Field field = field(in, first);
            bytes += field.size();
            if (bytes > MAX_LIST_BYTES) {
                throw new ProtocolException("request headers over 256 KiB");
            }
            fields.add(field);
        }
        return fields;
    }

    private Field field(ByteBuffer in, int first) throws IOException {
        if ((first & 0x80) != 0) {
            return entry(integer(in, first, 7));
        }
        boolean indexed = (first & 0xc0) == 0x40;
        int nameIndex = integer(in, first, indexed ? 6 : 4);
        String name = nameIndex == 0 ? string(in) : entry(nameIndex).name();
        Field field = new Field(name, string(in));
        if (indexed) {
            remember(field);
        }
        return field;
    }

    private Field entry(int index) throws IOException {
        int place = index - 1 - STATIC.size();
        if (index < 1 || place >= recent.size()) {
            throw new ProtocolException("a header index that does not exist");
        }
        return place < 0 ? STATIC.get(index - 1) : recent.get(place);
    }

    private void remember(Field field) {
        recent.add(0, field);
        tableBytes += field.size();
        evict();
    }

    private void resize(int limit) throws IOException {
        if (limit > MAX_TABLE_BYTES) {
            throw new ProtocolException("a header table larger than allowed");
        }
        tableLimit = limit;
        evict();
    }

    private void evict() {
        while (tableBytes > tableLimit) {
            tableBytes -= recent.remove(recent.size() - 1).size();
        }
    }

    private static int integer(ByteBuffer in, int first, int prefixBits) throws IOException {
        int mask = (1 << prefixBits) - 1;
        int value = first & mask;
        if (value < mask) {
            return value;
        }
        for (int shift = 0; shift <= 21; shift += 7) {
            int next = octet(in);
            value += (next & 0x7f) << shift;
            if ((next & 0x80) == 0) {
                return value;
            }
        }
        throw new ProtocolException("an integer that is too long");
    }

    private static String string(ByteBuffer in) throws IOException {
        int first = octet(in);
        int length = integer(in, first, 7);
        if (length > in.remaining()) {
            throw new ProtocolException("a header string that ends early");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String((first & 0x80) != 0 ? Huffman.decode(bytes) : bytes, StandardCharsets.UTF_8);
    }

    private static int octet(ByteBuffer in) throws IOException {
        if (!in.hasRemaining()) {
            throw new ProtocolException("a header block that ends early");
        }
        return in.get() & 0xff;
    }

    private static List<Field> staticTable() {
        String table = """
                :authority
                :method=GET
                :method=POST
                :path=/
                :path=/index.html
                :scheme=http
                :scheme=https
                :status=200
                :status=204
                :status=206
                :status=304
                :status=400
                :status=404
                :status=500
                accept-charset
                accept-encoding=gzip, deflate
                accept-language
                accept-ranges
                accept
                access-control-allow-origin
                age
                allow
                authorization
                cache-control
                content-disposition
                content-encoding
                content-language
                content-length
                content-location
                content-range
                content-type
                cookie
                date
                etag
                expect
                expires
                from
                host
                if-match
                if-modified-since
                if-none-match
                if-range
                if-unmodified-since
                last-modified
                link
                location
                max-forwards
                proxy-authenticate
                proxy-authorization
                range
                referer
                refresh
                retry-after
                server
                set-cookie
                strict-transport-security
                transfer-encoding
                user-agent
                vary
                via
                www-authenticate
                """;
        return table.lines()
                .map(line -> {
                    int equals = line.indexOf('=');
                    return equals < 0
                            ? new Field(line, "")
                            : new Field(line.substring(0, equals), line.substring(equals + 1));
                })
                .toList();
    }
}
