package dev.airlock.cli.install;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.registry.net.TrustedAuthorities;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.host.net.dial.Dialer;
import dev.airlock.sandbox.host.net.dial.SystemDialer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.X509TrustManager;

/** The network access to the servers of packages. */
public final class PackageNetwork {
    private static final int LARGEST_CERTIFICATES = 1 << 20;

    private PackageNetwork() {}

    /**
     * Returns a dialer for public addresses that trusts Java's authorities and those of {@code AIRLOCK_CA_FILE}.
     *
     * @param allowPrivate hosts whose addresses need not be public
     */
    public static Dialer dialer(Terminal terminal, List<String> allowPrivate) {
        AddressRules rules = RunEnvironment.addresses(allowPrivate);
        return authorities(terminal)
                .map(trusted -> new SystemDialer(rules, trusted))
                .orElseGet(() -> new SystemDialer(rules));
    }

    private static Optional<X509TrustManager> authorities(Terminal terminal) {
        String named = terminal.environment().getOrDefault("AIRLOCK_CA_FILE", "");
        if (named.isEmpty()) {
            return Optional.empty();
        }
        byte[] pem;
        try {
            pem = TypedFile.bytes(terminal, Path.of(named), LARGEST_CERTIFICATES);
        } catch (CommandProblem problem) {
            throw CommandProblem.configuration(
                    "The file that AIRLOCK_CA_FILE names cannot be read: " + problem.text()
                            + " Name one with certificates in PEM, or unset it.",
                    List.of());
        }
        return Optional.of(TrustedAuthorities.and(pem)
                .orElseThrow(() -> CommandProblem.configuration(
                        "AIRLOCK_CA_FILE names a file that holds no certificates in PEM. Name another, or unset it.",
                        List.of())));
    }
}
