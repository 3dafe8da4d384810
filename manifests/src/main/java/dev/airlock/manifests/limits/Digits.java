package dev.airlock.manifests.limits;

/** Finds the end of a number at the start of a text. */
final class Digits {
    private Digits() {}

    static int end(String text) {
        int end = 0;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end;
    }
}
