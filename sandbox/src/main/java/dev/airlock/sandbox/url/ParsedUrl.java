package dev.airlock.sandbox.url;

/** The result of the strict parser. */
public sealed interface ParsedUrl {

    /** The text is a URL that can be requested if its address is granted. */
    record Target(TargetUrl url) implements ParsedUrl {}

    /**
     * The text is not a URL that Airlock would ever request.
     *
     * @param why the problem, to follow "The URL ", safe to show
     */
    record Refused(String why) implements ParsedUrl {}
}
