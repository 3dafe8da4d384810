package dev.airlock.sandbox.host.net.address;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The table of address kinds. */
final class AddressTable {
    private record Row(AddressBlock block, AddressKind kind) {}

    /** The first row that contains an address counts. */
    private static final List<Row> ROWS = Stream.of(
                    rows(
                            AddressKind.METADATA,
                            "169.254.169.254/32",
                            "169.254.170.2/32",
                            "169.254.170.23/32",
                            "169.254.42.42/32",
                            "169.254.0.23/32",
                            "100.100.100.200/32",
                            "168.63.129.16/32",
                            "192.0.0.192/32",
                            "fd00:ec2::254/128",
                            "fd00:ec2::23/128",
                            "fd20:ce::254/128",
                            "fd00:42::42/128",
                            "fd00:c1::a9fe:a9fe/128",
                            "fd00:a9fe:a9fe::1/128",
                            "fe80::a9fe:a9fe/128"),
                    rows(AddressKind.LOOPBACK, "127.0.0.0/8", "::1/128"),
                    rows(AddressKind.PRIVATE, "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10"),
                    rows(AddressKind.LINK_LOCAL, "169.254.0.0/16", "fe80::/10"),
                    rows(AddressKind.SHARED, "100.64.0.0/10"),
                    rows(AddressKind.MULTICAST, "224.0.0.0/4", "ff00::/8"),
                    rows(AddressKind.UNSPECIFIED, "0.0.0.0/8", "::/128"),
                    rows(AddressKind.BROADCAST, "255.255.255.255/32"),
                    rows(
                            AddressKind.RESERVED,
                            "192.0.0.0/24",
                            "192.0.2.0/24",
                            "192.88.99.0/24",
                            "198.18.0.0/15",
                            "198.51.100.0/24",
                            "203.0.113.0/24",
                            "240.0.0.0/4"),
                    rows(
                            AddressKind.EMBEDDED,
                            "::/96",
                            "::ffff:0:0:0/96",
                            "64:ff9b::/96",
                            "64:ff9b:1::/48",
                            "2002::/16",
                            "2001::/32"),
                    rows(AddressKind.RESERVED, "2001::/23", "2001:db8::/32", "3fff::/20"),
                    rows(AddressKind.PUBLIC, "2000::/3", "0.0.0.0/0"),
                    rows(AddressKind.RESERVED, "::/0"))
            .flatMap(List::stream)
            .toList();

    private AddressTable() {}

    /** The kind of an address; an IPv6 form of a metadata address is metadata. */
    static AddressKind kindOf(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (isMapped(bytes)) {
            return embeddedKind(Stream.of(last(bytes, 12)));
        }
        AddressKind kind = lookUp(bytes);
        return kind == AddressKind.EMBEDDED ? embeddedKind(embeddedIn(bytes)) : kind;
    }

    private static AddressKind lookUp(byte[] bytes) {
        return ROWS.stream()
                .filter(row -> row.block().contains(bytes))
                .findFirst()
                .map(Row::kind)
                .orElse(AddressKind.RESERVED);
    }

    private static AddressKind embeddedKind(Stream<byte[]> embedded) {
        return embedded.anyMatch(ipv4 -> lookUp(ipv4) == AddressKind.METADATA)
                ? AddressKind.METADATA
                : AddressKind.EMBEDDED;
    }

    /**
     * Returns every place where such an address may contain an IPv4 address: its end, after a prefix, around bits 64 to
     * 71, inverted.
     */
    private static Stream<byte[]> embeddedIn(byte[] bytes) {
        byte[] inverted = last(bytes, 12);
        for (int i = 0; i < 4; i++) {
            inverted[i] = (byte) ~inverted[i];
        }
        byte[] around = {bytes[6], bytes[7], bytes[9], bytes[10]};
        return Stream.of(last(bytes, 12), last(bytes, 2), last(bytes, 4), around, inverted);
    }

    private static byte[] last(byte[] bytes, int from) {
        return Arrays.copyOfRange(bytes, from, from + 4);
    }

    /** The library turns these into IPv4 addresses by itself, so the table cannot contain a block of them. */
    private static boolean isMapped(byte[] bytes) {
        return bytes.length == 16
                && bytes[10] == (byte) 0xff
                && bytes[11] == (byte) 0xff
                && Arrays.equals(bytes, 0, 10, new byte[10], 0, 10);
    }

    private static List<Row> rows(AddressKind kind, String... blocks) {
        return Arrays.stream(blocks)
                .map(block -> new Row(AddressBlock.of(block), kind))
                .toList();
    }
}
