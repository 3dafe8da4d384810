package dev.airlock.manifests.credentials;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The credentials that a manifest declares.
 *
 * @param all the credential of {@code [capabilities.credential]}, if present, then those with a name in the manifest's order
 */
public record DeclaredCredentials(List<NamedCredential> all) {
    /** The credentials of a manifest that declares none. */
    public static final DeclaredCredentials NONE = new DeclaredCredentials(List.of());

    /** Copies the list. */
    public DeclaredCredentials {
        all = List.copyOf(all);
    }

    /**
     * Returns a credential without a name, and further ones by name.
     *
     * @param first at most one credential
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

    /** Returns the credential without a name. */
    public Optional<Credential> first() {
        return all.stream()
                .filter(declared -> declared.name().isEmpty())
                .map(NamedCredential::credential)
                .findFirst();
    }

    /** Returns the credential that a request means by a name or a kind; empty if there is none, or if several have that kind. */
    public Optional<NamedCredential> find(String asked) {
        return all.stream()
                .filter(declared -> declared.name().filter(asked::equals).isPresent()
                        || (declared.answersToKind() && declared.kind().word().equals(asked)))
                .findFirst();
    }

    /** Returns the names of the credentials of a kind. */
    public List<String> namesOf(String kind) {
        return all.stream()
                .filter(declared -> declared.kind().word().equals(kind))
                .flatMap(declared -> declared.name().stream())
                .toList();
    }

    /** Returns the word for each by which a request may ask for it. */
    public List<String> words() {
        return all.stream().map(NamedCredential::word).toList();
    }

    /** Returns whether none is declared. */
    public boolean isEmpty() {
        return all.isEmpty();
    }
}
