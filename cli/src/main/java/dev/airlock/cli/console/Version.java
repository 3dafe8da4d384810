package dev.airlock.cli.console;

import picocli.CommandLine.IVersionProvider;

/** Provides the version that the build wrote into the jar. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"airlock " + (version == null ? "(not packaged)" : version)};
    }
}
