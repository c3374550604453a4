package dev.partnercatalog.cli;

import dev.partnercatalog.runtime.version.Build;
import picocli.CommandLine.IVersionProvider;

/** The version and the commit from which the program was built, for {@code --version}. */
final class ProgramVersion implements IVersionProvider {

    @Override
    public String[] getVersion() {
        Build build = Build.current();
        return new String[] {"catalog " + build.version() + " (" + build.commit() + ")"};
    }
}
