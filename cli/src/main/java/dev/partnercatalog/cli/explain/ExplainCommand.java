package dev.partnercatalog.cli.explain;

import dev.partnercatalog.cli.explain.Explanation.Question;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.FormatConverter;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.Json;
import dev.partnercatalog.cli.output.TextTable;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.resolution.Scope;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Stream;
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
                    + " that can't be converted, and on the last line the record itself. Reads Kafka and the registry;"
                    + " no application needs to be running."
        })
public final class ExplainCommand implements Runnable {

    private static final int LONGEST = 36;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli makes it
    private ConnectionOptions connection;

    @Option(
            names = "--partner-id",
            paramLabel = "ID",
            required = true,
            converter = FormatConverter.Name.class,
            description = "The partner.")
    private String partnerId = "";

    @Option(
            names = "--company",
            paramLabel = "ID",
            required = true,
            converter = FormatConverter.Id.class,
            description = "The company.")
    private long companyId;

    @Option(
            names = "--location",
            paramLabel = "ID",
            converter = FormatConverter.Id.class,
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
                converter = FormatConverter.Barcode.class,
                description = "The variant.")
        private @Nullable String barcode;

        @Option(
                names = "--sku",
                paramLabel = "SKU",
                required = true,
                converter = FormatConverter.Sku.class,
                description = "The variant, by the SKU under which the location, or else the whole company, lists it.")
        private @Nullable String sku;
    }

    @Override
    public void run() {
        Question question = question();
        try (OpenTopics topics = connection.open()) {
            RecordedCatalog catalog = new RecordedCatalog(topics);
            Explanation explanation = Explanation.of(question, catalog);
            PrintWriter out = spec.commandLine().getOut();
            if (output.isJson()) {
                out.println(Json.of(explanation));
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
        String refused = "the API returns " + explanation.refusal();
        if (explanation.refusal() != null) {
            out.println("The partner gets nothing here: " + refused);
        }
        String flags = explanation.configuration().isEmpty() ? ", with every flag off, the default" : "";
        print("The value of each field in each layer, lowest layer first" + flags, explanation.layers());
        print("Configuration, lowest layer first", explanation.configuration());
        TextTable unconverted = new TextTable("field", "value", "configured", "reason");
        explanation
                .unconverted()
                .forEach(one -> unconverted.row(one.field(), one.value(), one.configuredUnit(), one.reason()));
        output.printPart("Values that can't be converted to the configured unit (D7)", unconverted);
        // The record comes last, so that a program can take the last line.
        out.println();
        if (explanation.record() != null) {
            out.println("Record" + System.lineSeparator() + explanation.record());
        } else {
            out.println("No record: " + (explanation.refusal() == null ? explanation.entry() : refused));
        }
    }

    private void print(String title, List<Explanation.Row> rows) {
        if (!rows.isEmpty()) {
            TextTable table = new TextTable(Stream.concat(
                            Stream.of("field"),
                            rows.get(0).layers().keySet().stream()
                                    .map(layer -> layer.equals("bpd") ? "BPD" : layer.replace('-', ' ')))
                    .toArray(String[]::new));
            rows.forEach(row -> table.row(Stream.concat(
                            Stream.of(row.field()),
                            row.layers().values().stream().map(value -> value == null ? "-" : inWords(value)))
                    .toArray()));
            output.printPart(title, table);
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
