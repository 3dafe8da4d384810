package dev.airlock.sandbox.host.credentials;

import java.util.List;
import java.util.regex.Pattern;

/** Finds the region in an AWS host name. */
final class AwsRegion {
    private static final Pattern REGION = Pattern.compile("[a-z]{2,4}(-[a-z]+)+-[0-9]{1,2}");
    private static final String WHERE_GLOBAL_SERVICES_ARE = "us-east-1";

    private AwsRegion() {}

    /** Returns the last label that is a region's name; the region of global services if the host names none. */
    static String of(String host) {
        List<String> labels = List.of(host.split("\\."));
        for (int i = labels.size() - 1; i >= 0; i--) {
            if (REGION.matcher(labels.get(i)).matches()) {
                return labels.get(i);
            }
        }
        return WHERE_GLOBAL_SERVICES_ARE;
    }
}
