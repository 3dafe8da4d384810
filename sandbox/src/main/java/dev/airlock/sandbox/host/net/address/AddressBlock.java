package dev.airlock.sandbox.host.net.address;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** A block of addresses, such as {@code 10.0.0.0/8}. */
record AddressBlock(InetAddress first, int prefixBits) {

    /** Parses {@code ADDRESS/BITS}. Looks nothing up, since the address is a literal. */
    static AddressBlock of(String text) {
        int slash = text.indexOf('/');
        try {
            return new AddressBlock(
                    InetAddress.getByName(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)));
        } catch (UnknownHostException notALiteral) {
            throw new IllegalArgumentException("not an address block: " + text, notALiteral);
        }
    }

    boolean contains(byte[] address) {
        byte[] mine = first.getAddress();
        if (mine.length != address.length) {
            return false;
        }
        int whole = prefixBits / 8;
        for (int i = 0; i < whole; i++) {
            if (mine[i] != address[i]) {
                return false;
            }
        }
        int rest = prefixBits % 8;
        return rest == 0 || ((mine[whole] ^ address[whole]) & 0xff) >> (8 - rest) == 0;
    }
}
