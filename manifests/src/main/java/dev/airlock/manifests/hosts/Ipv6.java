package dev.airlock.manifests.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** IPv6 addresses, read strictly (no zone) and written as RFC 5952 requires. */
final class Ipv6 {
    private static final int GROUPS = 8;
    private static final int LONGEST_TEXT = 45;

    private Ipv6() {}

    /** Returns the sixteen bytes of an address; empty if the text is not an address. */
    static Optional<byte[]> parse(String text) {
        if (text.length() > LONGEST_TEXT) {
            return Optional.empty();
        }
        int gap = text.indexOf("::");
        if (gap < 0) {
            return groups(text).filter(all -> all.size() == GROUPS).map(Ipv6::bytes);
        }
        if (text.indexOf("::", gap + 1) >= 0) {
            return Optional.empty();
        }
        String head = text.substring(0, gap);
        String tail = text.substring(gap + 2);
        if (head.contains(".")) {
            return Optional.empty();
        }
        return groups(head).flatMap(front -> groups(tail).flatMap(back -> around(front, back)));
    }

    private static Optional<byte[]> around(List<Integer> front, List<Integer> back) {
        int missing = GROUPS - front.size() - back.size();
        if (missing < 1) {
            return Optional.empty();
        }
        List<Integer> all = new ArrayList<>(front);
        for (int i = 0; i < missing; i++) {
            all.add(0);
        }
        all.addAll(back);
        return Optional.of(bytes(all));
    }

    private static Optional<List<Integer>> groups(String text) {
        List<Integer> groups = new ArrayList<>();
        if (text.isEmpty()) {
            return Optional.of(groups);
        }
        String[] parts = text.split(":", -1);
        for (int i = 0; i < parts.length; i++) {
            boolean isDotted = i == parts.length - 1 && parts[i].contains(".");
            if (!(isDotted ? addDotted(parts[i], groups) : addGroup(parts[i], groups))) {
                return Optional.empty();
            }
        }
        return Optional.of(groups);
    }

    private static boolean addGroup(String part, List<Integer> groups) {
        boolean isHex = !part.isEmpty()
                && part.length() <= 4
                && part.chars().allMatch(c -> c < 128 && Character.digit(c, 16) >= 0);
        if (isHex) {
            groups.add(Integer.parseInt(part, 16));
        }
        return isHex;
    }

    private static boolean addDotted(String part, List<Integer> groups) {
        Optional<byte[]> ipv4 =
                Host.parse(part).optional().flatMap(Host::address).map(address -> address.getAddress());
        ipv4.ifPresent(b -> {
            groups.add(group(b, 0));
            groups.add(group(b, 2));
        });
        return ipv4.isPresent();
    }

    private static byte[] bytes(List<Integer> groups) {
        byte[] bytes = new byte[16];
        for (int i = 0; i < GROUPS; i++) {
            bytes[2 * i] = (byte) (groups.get(i) >> 8);
            bytes[2 * i + 1] = (byte) (int) groups.get(i);
        }
        return bytes;
    }

    private static int group(byte[] bytes, int offset) {
        return ((bytes[offset] & 0xff) << 8) | (bytes[offset + 1] & 0xff);
    }

    /** Returns the address in lower case, with the longest run of zero groups as {@code ::}. An IPv4-mapped address has a dotted end. */
    static String text(byte[] bytes) {
        if (isMapped(bytes)) {
            return "::ffff:" + (bytes[12] & 0xff) + "." + (bytes[13] & 0xff) + "." + (bytes[14] & 0xff) + "."
                    + (bytes[15] & 0xff);
        }
        int start = 0;
        int length = 0;
        for (int i = 0; i < GROUPS; i++) {
            int zeros = zerosFrom(bytes, i);
            if (zeros > length) {
                start = i;
                length = zeros;
            }
        }
        return length < 2 ? hex(bytes, 0, GROUPS) : hex(bytes, 0, start) + "::" + hex(bytes, start + length, GROUPS);
    }

    private static boolean isMapped(byte[] bytes) {
        for (int i = 0; i < 10; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return group(bytes, 10) == 0xffff;
    }

    private static int zerosFrom(byte[] bytes, int index) {
        int end = index;
        while (end < GROUPS && group(bytes, 2 * end) == 0) {
            end++;
        }
        return end - index;
    }

    private static String hex(byte[] bytes, int from, int to) {
        List<String> parts = new ArrayList<>();
        for (int i = from; i < to; i++) {
            parts.add(Integer.toHexString(group(bytes, 2 * i)));
        }
        return String.join(":", parts);
    }
}
