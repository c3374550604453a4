package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.ScopeOptions;
import dev.partnercatalog.cli.output.OmittedRecords;
import dev.partnercatalog.cli.output.Terminal;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.recorded.PartnerViews;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiPredicate;
import java.util.function.Function;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./catalog export}. */
@Command(
        name = "export",
        description = {
            "Write out what a company or a location serves: one record per line, sorted by barcode.",
            "For a location, that includes what the whole company lists. Two environments, or two days, can be"
                    + " compared with diff. Reads Kafka and the registry; no application needs to be running."
        })
public final class ExportCommand implements Runnable {

    /** A configuration that removes nothing. */
    private static final ResolvedConfiguration EVERYTHING =
            new ResolvedConfiguration(AllowedFields.ALL, Map.of(), null, null);

    private final Function<ConnectionOptions, RecordedCatalog> connector;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = "--partner-id",
            paramLabel = "ID",
            description = "As this partner gets it; by default with every field, and units and assets unchanged.")
    private @Nullable String partnerId;

    @Mixin
    private ScopeOptions scopeOptions = new ScopeOptions();

    public ExportCommand() {
        this(ConnectionOptions::recordedCatalog);
    }

    ExportCommand(Function<ConnectionOptions, RecordedCatalog> connector) {
        this.connector = connector;
    }

    @Override
    public void run() {
        Scope scope = scope();
        try (RecordedCatalog catalog = connector.apply(connection)) {
            ResolvedConfiguration configuration =
                    partnerId == null ? EVERYTHING : configuration(catalog, partnerId, scope);
            Set<String> listed = catalog.skus(scope).barcodes();
            PrintWriter out = spec.commandLine().getOut();
            LongAdder written = new LongAdder();
            write(catalog, listed, scope, (barcode, entry) -> {
                written.increment();
                out.println(new String(
                        PartnerView.json(barcode, VariantRecords.entry(entry), configuration, scope),
                        StandardCharsets.UTF_8));
                return !out.checkError();
            });
            if (out.checkError()) {
                // Whoever read the output has enough of it, and the program's exit status says so.
                return;
            }
            OmittedRecords.print(catalog.unreadable(), spec);
            if (written.sum() == 0) {
                spec.commandLine()
                        .getErr()
                        .println("catalog: nothing was written: "
                                + (listed.isEmpty()
                                        ? "no variant is listed there"
                                        : "none of the variants listed there has a record: "
                                                + Quantity.of(listed.size(), "barcode")));
            }
        }
    }

    private static void write(
            RecordedCatalog catalog, Set<String> barcodes, Scope scope, BiPredicate<String, ResolvedVariant> receiver) {
        if (!Terminal.isStandardError()) {
            catalog.entries(barcodes, scope, receiver, (done, all) -> {});
            return;
        }
        try (ProgressBar bar = Terminal.bar("export").build()) {
            catalog.entries(
                    barcodes, scope, receiver, (done, all) -> bar.maxHint(all).stepTo(done));
        }
    }

    private static ResolvedConfiguration configuration(RecordedCatalog catalog, String partnerId, Scope scope) {
        ConfigurationTables tables = catalog.configurations(partnerId, scope);
        PartnerViews.Access access = new PartnerViews(tables).access(partnerId, scope);
        PartnerConfig partner = tables.partner(partnerId);
        if (access.refusal() != null || access.company() == null || partner == null) {
            throw new OperatorFault("partner " + partnerId + " gets nothing there: " + access.refusal());
        }
        return tables.resolve(partner, access.company(), scope.locationId());
    }

    private Scope scope() {
        try {
            if (partnerId != null) {
                Ids.requireName("--partner-id", partnerId);
            }
            return scopeOptions.scope();
        } catch (InvalidKeyException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
