package dev.partnercatalog.cli.explain;

import dev.partnercatalog.cli.explain.Explanation.Question;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.TextTable;
import dev.partnercatalog.cli.recorded.RecordedCatalog;
import dev.partnercatalog.resolution.Scope;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./catalog explain}. */
@Command(
        name = "explain",
        description = {
            "Explain why a partner's record of a variant looks as it does.",
            "Prints the value of each field in each layer (won: it is the field's value; replaced: by a higher layer;"
                    + " flag off: the flag that governs it is off; -: not set), the layers of the configuration, the values"
                    + " that can't be converted, the assets, and on the last line the record itself. Reads Kafka and"
                    + " the registry; no application needs to be running."
        })
public final class ExplainCommand implements Runnable {

    private static final int LONGEST = 36;

    private final Function<ConnectionOptions, RecordedCatalog> connector;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = "--partner-id",
            paramLabel = "ID",
            required = true,
            converter = InForm.Name.class,
            description = "The partner.")
    private String partnerId = "";

    @Option(
            names = "--company",
            paramLabel = "ID",
            required = true,
            converter = InForm.Id.class,
            description = "The company.")
    private long companyId;

    @Option(
            names = "--location",
            paramLabel = "ID",
            converter = InForm.Id.class,
            description = "The location; company scope by default.")
    private @Nullable Long locationId;

    @Mixin
    private CommandOutput output = new CommandOutput();

    @ArgGroup(multiplicity = "1")
    private Identifier identifier = new Identifier();

    private static final class Identifier {

        @Option(
                names = "--barcode",
                paramLabel = "BARCODE",
                required = true,
                converter = InForm.Barcode.class,
                description = "The variant.")
        private @Nullable String barcode;

        @Option(
                names = "--sku",
                paramLabel = "SKU",
                required = true,
                converter = InForm.Sku.class,
                description = "The variant, by the SKU under which the location, or else the whole company, lists it.")
        private @Nullable String sku;
    }

    public ExplainCommand() {
        this(ConnectionOptions::recordedCatalog);
    }

    ExplainCommand(Function<ConnectionOptions, RecordedCatalog> connector) {
        this.connector = connector;
    }

    @Override
    public void run() {
        Question question = question();
        try (RecordedCatalog catalog = connector.apply(connection)) {
            Explanation explanation = Explanation.of(question, catalog);
            PrintWriter out = spec.commandLine().getOut();
            if (output.isJson()) {
                out.println(CommandOutput.json(explanation));
            } else {
                out.println("Barcode " + explanation.barcode() + " at " + question.where() + " for partner "
                        + explanation.partnerId());
                print(explanation, out);
            }
            CommandOutput.printOmitted(catalog.unreadable(), spec);
        }
    }

    private void print(Explanation explanation, PrintWriter out) {
        List<String> skus = explanation.skus();
        output.print(
                explanation,
                new TextTable("listings of the SKU", "listed by this scope as", "entry")
                        .row(
                                explanation.listing(),
                                skus.isEmpty() ? "nothing" : String.join(", ", skus),
                                explanation.entry()));
        if (explanation.refusal() != null) {
            out.println("The partner gets nothing here: the API returns " + explanation.refusal());
        }
        boolean isConfigured = !explanation.configuration().isEmpty();
        print(
                "The value of each field in each layer, lowest layer first"
                        + (isConfigured ? "" : ", with every flag off, the default"),
                explanation.layers());
        print("Configuration, lowest layer first", explanation.configuration());
        TextTable unconverted = new TextTable("field", "value", "configured", "reason");
        explanation
                .unconverted()
                .forEach(
                        value -> unconverted.row(value.field(), value.value(), value.configuredUnit(), value.reason()));
        output.printPart(
                "Values that can't be converted to the configured unit (D7)",
                unconverted,
                explanation.unconverted().isEmpty());
        TextTable assets = new TextTable("field", "asset type", "returned");
        explanation
                .assets()
                .forEach(type -> assets.row(type.field(), type.assetType(), type.returned() + " of " + type.held()));
        output.printPart("Assets", assets, explanation.assets().isEmpty());
        // The record comes last, so that a program can take the last line.
        out.println();
        out.println(
                explanation.record() == null
                        ? "No record: "
                                + (explanation.refusal() == null
                                        ? explanation.entry()
                                        : "the API returns " + explanation.refusal())
                        : "Record" + System.lineSeparator() + explanation.record());
    }

    private void print(String title, List<Explanation.Row> rows) {
        if (!rows.isEmpty()) {
            List<String> headings = new ArrayList<>(List.of("field"));
            rows.get(0)
                    .layers()
                    .keySet()
                    .forEach(layer -> headings.add(layer.equals("bpd") ? "BPD" : layer.replace('-', ' ')));
            TextTable table = new TextTable(headings.toArray(String[]::new));
            for (Explanation.Row row : rows) {
                List<@Nullable Object> cells = new ArrayList<>(List.of(row.field()));
                row.layers().values().forEach(value -> cells.add(value == null ? "-" : inWords(value)));
                table.row(cells.toArray());
            }
            output.printPart(title, table, false);
        }
    }

    /** As JSON, on one line, cut if it is long. */
    private static String inWords(Explanation.Value value) {
        String text = value.value().isNull() ? "none" : value.value().toString();
        return value.outcome().replace('-', ' ') + " "
                + (text.codePointCount(0, text.length()) <= LONGEST
                        ? text
                        : text.substring(0, text.offsetByCodePoints(0, LONGEST - 1)) + "…");
    }

    private Question question() {
        Scope scope = locationId == null ? new Scope.Company(companyId) : Scope.of(companyId, locationId);
        boolean isSku = identifier.sku != null;
        return new Question(partnerId, scope, String.valueOf(isSku ? identifier.sku : identifier.barcode), isSku);
    }
}
