package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.ScopeOptions;
import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.operations.explain.Explanation;
import dev.partnercatalog.operations.explain.Explanation.Question;
import dev.partnercatalog.operations.explain.ExplanationReport;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./catalog explain}. */
@Command(
        name = "explain",
        description = {
            "Explain why a partner's record of a variant looks as it does.",
            "Prints the value of each field in each layer (won: it is the field's value; replaced: by a higher layer;"
                    + " flag off: the flag that governs it is off; -: not set), which event last changed each field,"
                    + " the layers of the configuration, what units and assets do, and on the last line the record"
                    + " itself. Reads Kafka and the registry; no application needs to be running."
        })
public final class ExplainCommand implements Runnable {

    private final Function<ConnectionOptions, RecordedCatalog> connector;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(names = "--partner-id", paramLabel = "ID", required = true, description = "The partner.")
    private String partnerId = "";

    @Mixin
    private ScopeOptions scopeOptions = new ScopeOptions();

    @Mixin
    private ReportOutput output = new ReportOutput();

    @ArgGroup(multiplicity = "1")
    private Identifier identifier = new Identifier();

    private static final class Identifier {

        @Option(names = "--barcode", paramLabel = "BARCODE", required = true, description = "The variant.")
        private @Nullable String barcode;

        @Option(
                names = "--sku",
                paramLabel = "SKU",
                required = true,
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
            output.print(new ExplanationReport(Explanation.of(question, catalog), false).report());
        }
    }

    private Question question() {
        try {
            Scope scope = scopeOptions.scope();
            String name = Ids.requireName("--partner-id", partnerId);
            return identifier.sku != null
                    ? new Question(name, scope, Ids.requireSku(identifier.sku), true)
                    : new Question(name, scope, Ids.requireBarcode(String.valueOf(identifier.barcode)), false);
        } catch (InvalidKeyException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
