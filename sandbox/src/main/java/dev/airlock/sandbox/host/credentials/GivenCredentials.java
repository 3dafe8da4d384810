package dev.airlock.sandbox.host.credentials;

import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.sandbox.budget.Deadline;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Credentials by a kind or a name. Only the manifest knows the kind of a name, so named ones are read when they are
 * asked for.
 */
final class GivenCredentials implements CredentialSource {
    private static final CredentialAnswer NONE = new CredentialAnswer.Missing(
            "Bind one with `airlock binding setup DIR`, or give a fake one under [bindings] in the upstream script.");

    private final Map<CredentialKind, BoundCredential> byKind = new EnumMap<>(CredentialKind.class);
    private final Map<String, String> byName = new LinkedHashMap<>();
    private final Map<NamedCredential, CredentialAnswer> read = new ConcurrentHashMap<>();

    GivenCredentials(Map<String, String> texts) {
        texts.forEach((word, text) -> {
            Optional<CredentialKind> kind = CredentialKind.parse(word).optional();
            if (kind.isPresent()) {
                byKind.put(kind.get(), bound(kind.get(), text));
            } else if (NamedCredential.isName(word)) {
                byName.put(word, text);
            } else {
                throw new IllegalArgumentException("no credential can be called " + word);
            }
        });
    }

    @Override
    public CredentialAnswer find(CredentialKind kind, Deadline call) {
        return Optional.ofNullable(byKind.get(kind))
                .<CredentialAnswer>map(CredentialAnswer.Bound::everywhere)
                .orElse(NONE);
    }

    @Override
    public CredentialAnswer find(NamedCredential declared, Deadline call) {
        return answer(declared);
    }

    @Override
    public List<Secret> secrets(CredentialKind kind) {
        return Optional.ofNullable(byKind.get(kind))
                .map(BoundCredential::secrets)
                .orElse(List.of());
    }

    @Override
    public List<Secret> secrets(DeclaredCredentials declared) {
        return declared.all().stream()
                .map(this::answer)
                .filter(CredentialAnswer.Bound.class::isInstance)
                .flatMap(answer -> ((CredentialAnswer.Bound) answer).credential().secrets().stream())
                .toList();
    }

    private CredentialAnswer answer(NamedCredential declared) {
        return read.computeIfAbsent(declared, this::read);
    }

    private CredentialAnswer read(NamedCredential declared) {
        Optional<String> text = declared.name().map(byName::get);
        if (text.isPresent()) {
            try {
                return CredentialAnswer.Bound.everywhere(bound(declared.kind(), text.get()));
            } catch (IllegalArgumentException e) {
                return new CredentialAnswer.Refused(
                        declared.word(),
                        "The given value is not a credential of the kind "
                                + declared.kind().word() + ": " + e.getMessage() + ".",
                        "Correct it.",
                        false);
            }
        }
        return Optional.ofNullable(byKind.get(declared.kind()))
                .filter(bound -> declared.answersToKind())
                .<CredentialAnswer>map(CredentialAnswer.Bound::everywhere)
                .orElseGet(() -> declared.name().map(GivenCredentials::missing).orElse(NONE));
    }

    private static CredentialAnswer missing(String name) {
        return new CredentialAnswer.Missing("Bind it with `airlock binding setup DIR --credential " + name
                + "`, or give a fake one, " + name + ", under [bindings] in the upstream script.");
    }

    private static BoundCredential bound(CredentialKind kind, String text) {
        return BoundCredential.of(kind, text.getBytes(StandardCharsets.UTF_8));
    }
}
