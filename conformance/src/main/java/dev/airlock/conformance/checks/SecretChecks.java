package dev.airlock.conformance.checks;

import dev.airlock.conformance.trial.EchoTrial;
import dev.airlock.conformance.trial.Judgement;

/** Checks of the places in which credentials and payloads appear. */
public final class SecretChecks {
    private SecretChecks() {}

    public static Judgement stayInTheirSlot(Bench bench) {
        if (bench.subject().manifest().capabilities().credentials().isEmpty()) {
            return new Judgement.NotApplicable("It asks for no credential.");
        }
        return bench.trials()
                .judgeExchanges(trial -> trial.echoes().stream()
                        .flatMap(echo -> echo.leaks().stream())
                        .distinct()
                        .map(sink -> trial.call().name()
                                + ": with a service that echoes requests, the credential" + " appeared in "
                                + sink + "."));
    }

    public static Judgement payloadsAreNotLogged(Bench bench) {
        return bench.trials()
                .judgeExchanges(trial -> trial.echoes().stream()
                        .filter(EchoTrial::isLogged)
                        .map(echo -> trial.call().name()
                                + ": its log or its standard error held the service's answer unchanged."));
    }
}
