package dev.airlock.manifests.credentials;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The credentials that a manifest declares.
 *
 * @param all that of {@code [capabilities.credential]}, if it is there, then those with a name in the manifest's order
 */
public record DeclaredCredentials(List<NamedCredential> all) {
    /** A manifest declares none. */
    public static final DeclaredCredentials NONE = new DeclaredCredentials(List.of());

    /** Copies the list. */
    public DeclaredCredentials {
        all = List.copyOf(all);
    }

    /**
     * A credential without a name, and further ones by name.
     *
     * @param first one credential at the most
     */
    public static DeclaredCredentials of(List<Credential> first, Map<String, Credential> further) {
        List<NamedCredential> all = new ArrayList<>();
        first.stream().map(NamedCredential::only).forEach(all::add);
        further.forEach((name, credential) -> {
            CredentialKind kind = credential.kind();
            boolean isOnly = first.stream().noneMatch(other -> other.kind() == kind)
                    && further.values().stream()
                                    .filter(other -> other.kind() == kind)
                                    .count()
                            == 1;
            all.add(new NamedCredential(Optional.of(name), credential, isOnly));
        });
        return new DeclaredCredentials(all);
    }

    /** The credential without a name. */
    public Optional<Credential> first() {
        return all.stream()
                .filter(declared -> declared.name().isEmpty())
                .map(NamedCredential::credential)
                .findFirst();
    }

    /** The one that a request means by a name or a kind; empty if there is none, or a kind means several. */
    public Optional<NamedCredential> find(String asked) {
        return all.stream()
                .filter(declared -> declared.name().filter(asked::equals).isPresent()
                        || (declared.answersToKind() && declared.kind().word().equals(asked)))
                .findFirst();
    }

    /** The names of those of a kind. */
    public List<String> namesOf(String kind) {
        return all.stream()
                .filter(declared -> declared.kind().word().equals(kind))
                .flatMap(declared -> declared.name().stream())
                .toList();
    }

    /** What a request may call them, one word for each. */
    public List<String> words() {
        return all.stream().map(NamedCredential::word).toList();
    }

    /** Whether none is declared. */
    public boolean isEmpty() {
        return all.isEmpty();
    }
}
