package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.Range;
import dev.partnercatalog.runtime.GroupSettings;
import picocli.CommandLine.Option;

/** How the instances of an application share its work. Mixed in. */
final class GroupOptions {

    @Option(
            names = "--standbys",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_STANDBYS:-1}",
            description = {
                "Copies of each local store at other instances, which take over if an instance stops.",
                "$CATALOG_STANDBYS, default ${DEFAULT-VALUE}"
            })
    @Range(min = 0)
    private int standbys;

    GroupSettings settings(ApplicationOptions application) {
        return new GroupSettings(standbys, application.zone());
    }
}
