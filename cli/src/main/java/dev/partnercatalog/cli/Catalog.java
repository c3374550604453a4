package dev.partnercatalog.cli;

import dev.partnercatalog.cli.application.ConsoleCommand;
import dev.partnercatalog.cli.application.QueryApiCommand;
import dev.partnercatalog.cli.application.StreamsAppCommand;
import dev.partnercatalog.cli.application.WebhookSinkCommand;
import dev.partnercatalog.cli.client.ClientCommand;
import dev.partnercatalog.cli.completeness.CompletenessCommand;
import dev.partnercatalog.cli.deadletters.DeadLettersCommand;
import dev.partnercatalog.cli.explain.ExplainCommand;
import dev.partnercatalog.cli.export.ExportCommand;
import dev.partnercatalog.cli.listen.ListenCommand;
import dev.partnercatalog.cli.publish.PreviewCommand;
import dev.partnercatalog.cli.publish.PublishCommand;
import dev.partnercatalog.cli.publish.ValidateCommand;
import dev.partnercatalog.cli.signingkey.SigningKeyCommand;
import dev.partnercatalog.cli.topic.TopicCommand;
import dev.partnercatalog.cli.webhooks.WebhooksCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** The program {@code ./catalog}. */
@Command(
        name = "catalog",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = "Serves each integration partner its own resolved view of a retail product catalog.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Exit status: 0 done, 1 a fault in the data or the work, 2 wrong usage."})
public final class Catalog {

    private Catalog() {}

    public static void main(String[] arguments) {
        // JSON and names of products are Unicode, whatever the terminal's locale says.
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        System.exit(commandLine().setOut(out).execute(arguments));
    }

    private static int execute(ParseResult parsed) {
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            return helped;
        }
        UsageFaults.requireRanges(parsed);
        return new RunLast().execute(parsed);
    }

    /** The program with every command there is, those of other modules included. */
    public static CommandLine commandLine() {
        CommandLine program = new CommandLine(new Catalog())
                .addSubcommand(new PublishCommand())
                .addSubcommand(new ValidateCommand())
                .addSubcommand(new PreviewCommand())
                .addSubcommand(new ClientCommand())
                .addSubcommand(new SigningKeyCommand())
                .addSubcommand(new WebhooksCommand())
                .addSubcommand(new ListenCommand())
                .addSubcommand(new DeadLettersCommand())
                .addSubcommand(new TopicCommand())
                .addSubcommand(new ExplainCommand())
                .addSubcommand(new ExportCommand())
                .addSubcommand(new CompletenessCommand())
                .addSubcommand(new StreamsAppCommand())
                .addSubcommand(new QueryApiCommand())
                .addSubcommand(new WebhookSinkCommand())
                .addSubcommand(new ConsoleCommand())
                .addSubcommand(new AutoComplete.GenerateCompletion());
        ServiceLoader.load(CommandProvider.class).forEach(provider -> program.addSubcommand(provider.command()));
        FaultReport faults = new FaultReport();
        return program.setExecutionStrategy(Catalog::execute)
                .setExecutionExceptionHandler(faults)
                .setParameterExceptionHandler(faults)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
    }
}
