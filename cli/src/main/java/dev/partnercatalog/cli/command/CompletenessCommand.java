package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.operations.completeness.CompletenessLimits;
import dev.partnercatalog.operations.completeness.CompletenessPart;
import dev.partnercatalog.operations.completeness.CompletenessReading;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./catalog completeness}. */
@Command(
        name = "completeness",
        description = {
            "Show what listed variants lack, by company and by partner, the worst first.",
            "Counts variants without an entry in BPD, an image, a unit, a potency or its unit, and those that can't"
                    + " be converted to a configured unit, and lists the values at fault. Reads Kafka and the"
                    + " registry; no application needs to be running."
        })
public final class CompletenessCommand implements Runnable {

    private final Function<ConnectionOptions, RecordedCatalog> connector;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(names = "--company", paramLabel = "ID", description = "Only this company.")
    private @Nullable Long companyId;

    @Option(
            names = "--partner-id",
            paramLabel = "ID",
            description = "Only the companies of this partner, as the partner reads them.")
    private @Nullable String partnerId;

    @Range(min = 1, max = 86_400)
    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "3600",
            description = "Read for at most N seconds. Default: ${DEFAULT-VALUE}")
    private int seconds;

    @Range(min = 1, max = 1_000_000_000)
    @Option(
            names = "--listings",
            paramLabel = "N",
            defaultValue = "1000000",
            description =
                    "Keep at most N listings of a partition in memory, 200 to 600 bytes each: more if fewer list the"
                            + " same variant. ./catalog gives it 1.5 GiB; CATALOG_JAVA_OPTIONS=-Xmx... changes that."
                            + " Default: ${DEFAULT-VALUE}")
    private int listings;

    @Range(min = 0, max = 100_000)
    @Option(
            names = "--examples",
            paramLabel = "N",
            defaultValue = "5",
            description = "List N variants for each lack of each company or partner. Default: ${DEFAULT-VALUE}")
    private int examples;

    @Range(min = 0, max = 1_000_000)
    @Option(
            names = "--conversions",
            paramLabel = "N",
            defaultValue = "100",
            description = "List N values that can't be converted. Default: ${DEFAULT-VALUE}")
    private int conversions;

    @Mixin
    private ReportOutput output = new ReportOutput();

    public CompletenessCommand() {
        this(ConnectionOptions::recordedCatalog);
    }

    CompletenessCommand(Function<ConnectionOptions, RecordedCatalog> connector) {
        this.connector = connector;
    }

    @Override
    public void run() {
        requireIds();
        CompletenessLimits limits =
                new CompletenessLimits(listings, Duration.ofSeconds(seconds), examples, conversions);
        try (RecordedCatalog catalog = connector.apply(connection)) {
            output.print(CompletenessReading.of(catalog, companyId, partnerId, limits)
                    .report(partnerId, CompletenessPart.ALL));
        }
    }

    private void requireIds() {
        try {
            if (companyId != null) {
                Ids.requireNumber("--company", companyId);
            }
            if (partnerId != null) {
                Ids.requireName("--partner-id", partnerId);
            }
        } catch (InvalidKeyException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
