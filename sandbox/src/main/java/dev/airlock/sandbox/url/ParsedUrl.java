package dev.airlock.sandbox.url;

/** What the strict parser makes of a text. */
public sealed interface ParsedUrl {

    /** The text is a URL that may be asked for, if its address is granted. */
    record Target(TargetUrl url) implements ParsedUrl {}

    /**
     * The text is no URL that Airlock would ever ask for.
     *
     * @param why what is wrong with it, to follow "The URL ", safe to show
     */
    record Refused(String why) implements ParsedUrl {}
}
