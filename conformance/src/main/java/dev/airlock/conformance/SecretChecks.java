package dev.airlock.conformance;

/** Checks of the places in which credentials and payloads appear. */
final class SecretChecks {
    private SecretChecks() {}

    static Judgement stayInTheirSlot(Bench bench) {
        if (bench.subject().manifest().capabilities().credentials().isEmpty()) {
            return new Judgement.NotApplicable("It asks for no credential.");
        }
        return bench.rehearsals()
                .judgeExchanges(rehearsal -> rehearsal.echoes().stream()
                        .flatMap(echo -> echo.leaks().stream())
                        .distinct()
                        .map(sink -> rehearsal.call().name()
                                + ": with a service that echoes requests, the credential" + " appeared in "
                                + sink + "."));
    }

    static Judgement payloadsAreNotLogged(Bench bench) {
        return bench.rehearsals()
                .judgeExchanges(rehearsal -> rehearsal.echoes().stream()
                        .filter(Echo::isLogged)
                        .map(echo -> rehearsal.call().name()
                                + ": its log or its standard error held the service's answer unchanged."));
    }
}
