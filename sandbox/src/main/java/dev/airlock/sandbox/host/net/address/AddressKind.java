package dev.airlock.sandbox.host.net.address;

/** The kind of an address, as far as it decides whether a guest may reach it. */
public enum AddressKind {
    /** An address on the open network. */
    PUBLIC("a public address"),
    /** The machine itself. */
    LOOPBACK("a loopback address"),
    /** A private network: RFC 1918, and unique and site local addresses of IPv6. */
    PRIVATE("a private address"),
    /** The link that the machine is on. */
    LINK_LOCAL("a link-local address"),
    /** A carrier's network behind its address translation, RFC 6598. */
    SHARED("a shared carrier address"),
    /** A group of machines. */
    MULTICAST("a multicast address"),
    /** "This network"; systems take it for the machine itself. */
    UNSPECIFIED("an unspecified address"),
    /** Every machine on the link. */
    BROADCAST("a broadcast address"),
    /** An address for documentation or benchmarks, or one that is not assigned. */
    RESERVED("a reserved address"),
    /** An IPv6 form of an IPv4 address that a gateway translates: NAT64, 6to4, Teredo, IPv4-mapped and -compatible. */
    EMBEDDED("an IPv6 form of an IPv4 address"),
    /** A cloud's metadata service, which hands out the machine's own credentials; every form of its addresses. */
    METADATA("a cloud metadata address");

    private final String phrase;

    AddressKind(String phrase) {
        this.phrase = phrase;
    }

    /** Whether neither a manifest nor the person who runs the connector can allow it. */
    public boolean isNeverReached() {
        return this == METADATA;
    }

    /** The kind with its article, for messages. */
    public String phrase() {
        return phrase;
    }
}
