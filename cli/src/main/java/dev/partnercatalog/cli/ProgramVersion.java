package dev.partnercatalog.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the program was built as, for {@code --version}. */
public final class ProgramVersion implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = ProgramVersion.class.getPackage().getImplementationVersion();
        return new String[] {"catalog " + (version == null ? "(development build)" : version)};
    }
}
