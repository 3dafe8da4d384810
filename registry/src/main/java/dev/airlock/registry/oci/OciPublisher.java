package dev.airlock.registry.oci;

import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.net.Downloads;
import dev.airlock.registry.net.Sent;
import dev.airlock.registry.net.Status;
import dev.airlock.registry.net.Uploads;
import dev.airlock.sandbox.host.net.message.HttpResult;
import java.util.Optional;

/**
 * Publishes archives under tags of an OCI registry, where {@link OciSource} finds them. The tag is set last, so an earlier abort leaves
 * nothing under it. The tag is read before and after the archive is sent, because the specification has no conditional update of a tag.
 */
public final class OciPublisher {
    private final Downloads downloads;
    private final Uploads uploads;
    private final RegistryLogins logins;
    private final Runnable beforeTag;

    /** @param beforeTag runs right before the one request that changes what users get */
    public OciPublisher(Downloads downloads, Uploads uploads, RegistryLogins logins, Runnable beforeTag) {
        this.downloads = downloads;
        this.uploads = uploads;
        this.logins = logins;
        this.beforeTag = beforeTag;
    }

    /** A tag under which an archive can be published. */
    public static final class Tag {
        private final OciReference reference;

        private Tag(OciReference reference) {
            this.reference = reference;
        }

        /**
         * Parses the place that a person names, {@code oci://host[:port]/name[:tag]}; by default, the tag of the version.
         *
         * @throws SourceException if it is invalid, or names a digest, which cannot be chosen
         */
        public static Tag at(String place, ConnectorReference connector) throws SourceException {
            OciReference reference = OciReference.parse(place, connector);
            if (reference.isDigest()) {
                throw new SourceException("Publishing needs a tag, and the place names a digest. Write"
                        + " oci://host[:port]/name[:tag].");
            }
            return new Tag(reference);
        }

        /**
         * Returns the tag under which users find a connector of the scheme {@code oci} by its name.
         *
         * @throws SourceException if its name is not valid in a registry
         */
        public static Tag of(ConnectorReference connector) throws SourceException {
            return new Tag(OciReference.of(connector));
        }

        @Override
        public String toString() {
            return reference.toString();
        }
    }

    /**
     * Publishes an archive, unless the tag names something else.
     *
     * @throws SourceException if the registry refuses it; the tag is then unchanged, or the message says what is known about it
     */
    public Publication publish(Tag tag, byte[] archive) throws SourceException {
        return new Publishing(tag.reference, archive).run(false);
    }

    /** Publishes an archive, and replaces whatever the tag names. */
    public Publication replace(Tag tag, byte[] archive) throws SourceException {
        return new Publishing(tag.reference, archive).run(true);
    }

    /** The publication of one archive. */
    private final class Publishing {
        private final OciReference place;
        private final byte[] archive;
        private final byte[] manifest;
        private final String digest;
        private final Registry registry;
        private final RegistryWriter writer;

        Publishing(OciReference place, byte[] archive) {
            this.place = place;
            this.archive = archive;
            this.manifest = OciManifest.of(archive);
            this.digest = OciDigest.of(manifest);
            RegistryAccess access = new RegistryAccess(
                    downloads, place, RegistryAccess.Purpose.PUSH, () -> logins.of(place.loginKey()));
            this.registry = new Registry(downloads, place, place.url(), access);
            this.writer = new RegistryWriter(uploads, registry, access);
        }

        Publication run(boolean replaces) throws SourceException {
            Optional<Publication> before = settled(registry.find(), replaces);
            if (before.isPresent()) {
                return before.get();
            }
            writer.keep(OciManifest.emptyConfig());
            writer.keep(archive);
            Optional<Registry.Manifest> there = registry.find();
            Optional<Publication> meanwhile = settled(there, replaces);
            return meanwhile.isPresent() ? meanwhile.get() : tagged(there.map(Registry.Manifest::digest));
        }

        /** Returns the result if there is nothing to change. */
        private Optional<Publication> settled(Optional<Registry.Manifest> there, boolean replaces) {
            if (there.isEmpty()) {
                return Optional.empty();
            }
            if (isSame(there.get())) {
                return Optional.of(
                        new Publication.Unchanged(place.toString(), there.get().digest()));
            }
            return replaces
                    ? Optional.empty()
                    : Optional.of(new Publication.Taken(
                            place.toString(), digest, there.get().digest()));
        }

        /** Returns whether a manifest names the same archive, whichever program wrote it. */
        private boolean isSame(Registry.Manifest there) {
            try {
                return there.digest().equals(digest)
                        || (there.read() instanceof OciManifest.Image image
                                && image.archive().digest().equals(OciDigest.of(archive)));
            } catch (SourceException e) {
                return false; // users could not install it
            }
        }

        private Publication tagged(Optional<String> before) throws SourceException {
            beforeTag.run();
            Sent sent = writer.tag(place.tagOrDigest(), manifest);
            if (sent instanceof Sent.Lost lost) {
                return lookedAt(lost.why());
            }
            HttpResult.Response answer = ((Sent.Answered) sent).answer();
            if (answer.status() == Status.CREATED && isOurs(answer)) {
                return new Publication.Published(place.toString(), digest, before);
            }
            if (Status.isSuccess(answer.status()) || Status.isServerError(answer.status())) {
                return lookedAt(
                        "The registry answered with status " + answer.status() + "." + RegistryError.describe(answer));
            }
            throw RegistryWriter.refused("given the manifest", answer);
        }

        /** Returns whether the registry stored it under its own digest. */
        private boolean isOurs(HttpResult.Response answer) {
            String kept = answer.header(Registry.DIGEST_HEADER);
            return !OciDigest.isDigest(kept) || kept.equals(digest);
        }

        /** Reads the tag after an answer that does not say whether it was set. */
        private Publication lookedAt(String why) throws SourceException {
            Optional<Registry.Manifest> there;
            try {
                there = registry.find();
            } catch (SourceException e) {
                throw new SourceException("It is not known whether " + place
                        + " was published, and the registry cannot be asked. " + why + " Then: " + e.why());
            }
            if (there.filter(this::isSame).isPresent()) {
                return new Publication.Found(place.toString(), there.get().digest());
            }
            throw new SourceException(
                    "It is not known whether the registry accepted the last request. " + why + " " + place
                            + there.map(other -> " names " + other.digest() + ", another archive.")
                                    .orElse(" does not exist now.")
                            + " Run the command again.");
        }
    }
}
