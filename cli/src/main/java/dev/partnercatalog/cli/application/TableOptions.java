package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.query.QueryApiSettings.TableSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the query API keeps its tables. */
final class TableOptions {

    private static final long MIB = 1L << 20;

    /** {@link TableSettings#MOST_CHANGES_KEPT}, which is also the default. */
    private static final int MOST_CHANGES_KEPT_HOURS = 7 * 24;

    @Option(
            names = "--memory-tier-mib",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_MEMORY_TIER_MIB}",
            description = {
                "Heap memory for variants that are served without reading a file; 0 for none.",
                "$CATALOG_MEMORY_TIER_MIB, default 768, or half of the heap if that is less"
            })
    @Range(min = 0)
    private @Nullable Integer memoryTierMib;

    @Option(
            names = "--changes-kept-hours",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_CHANGES_KEPT_HOURS:-" + MOST_CHANGES_KEPT_HOURS + "}",
            description =
                    "How long removals are known and cursors for changes are valid; at most seven days. Use the same value"
                            + " for all instances.")
    @Range(min = 1, max = MOST_CHANGES_KEPT_HOURS)
    private int changesKeptHours;

    /** The settings; throws {@link IllegalArgumentException} if one is out of range. */
    TableSettings settings(ApplicationOptions application) {
        return new TableSettings(
                application.zone(),
                application.storeMemoryBytes(TableSettings.DEFAULT_STORE_MEMORY_BYTES),
                memoryTierBytes(),
                Duration.ofHours(changesKeptHours));
    }

    private long memoryTierBytes() {
        long most = TableSettings.mostMemoryTierBytes();
        if (memoryTierMib != null && memoryTierMib * MIB > most) {
            throw new IllegalArgumentException(
                    "--memory-tier-mib " + memoryTierMib + " leaves too little of the heap: use at most " + most / MIB
                            + " (three quarters of the heap), or raise -Xmx");
        }
        return memoryTierMib == null ? TableSettings.defaultMemoryTierBytes() : memoryTierMib * MIB;
    }
}
