package dev.partnercatalog.cli;

import dev.partnercatalog.cli.application.ConsoleCommand;
import dev.partnercatalog.cli.application.QueryApiCommand;
import dev.partnercatalog.cli.application.StreamsAppCommand;
import dev.partnercatalog.cli.application.WebhookSinkCommand;
import dev.partnercatalog.cli.backup.BackupCommand;
import dev.partnercatalog.cli.backup.RestoreCommand;
import dev.partnercatalog.cli.client.ClientCommand;
import dev.partnercatalog.cli.client.SigningKeyCommand;
import dev.partnercatalog.cli.deadletter.DeadLettersCommand;
import dev.partnercatalog.cli.explain.ExplainCommand;
import dev.partnercatalog.cli.listen.ListenCommand;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.publish.PublishCommand;
import dev.partnercatalog.cli.publish.ValidateCommand;
import dev.partnercatalog.cli.webhook.WebhooksCommand;
import dev.partnercatalog.runtime.secret.SecretException;
import dev.partnercatalog.runtime.store.StateFolderException;
import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.runtime.version.Build;
import dev.partnercatalog.schemas.registry.IncompatibleSchemaException;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.WrongTopicException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program {@code ./catalog}. */
@Command(
        name = "catalog",
        description = "Serves each integration partner its own resolved view of a retail product catalog.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Exit status: 0 success, 1 a fault in the data or the work, 2 wrong usage."})
public final class Catalog implements Runnable {

    private static final String COMPLETION = "generate-completion";

    /** Without those of other modules. */
    private static final List<Class<?>> COMMANDS = List.of(
            PublishCommand.class,
            ValidateCommand.class,
            ExplainCommand.class,
            DeadLettersCommand.class,
            ClientCommand.class,
            WebhooksCommand.class,
            ListenCommand.class,
            SigningKeyCommand.class,
            StreamsAppCommand.class,
            QueryApiCommand.class,
            WebhookSinkCommand.class,
            ConsoleCommand.class,
            BackupCommand.class,
            RestoreCommand.class,
            AutoComplete.GenerateCompletion.class);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Catalog() {}

    /** Without a command, the program says which there are. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    public static void main(String[] arguments) {
        // What we embed changes the case of names, and formats numbers, as the machine's locale does.
        Locale.setDefault(Locale.ROOT);
        // JSON and product names are Unicode, whatever the terminal's locale.
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        System.exit(commandLine(arguments).setOut(out).execute(arguments));
    }

    private static int execute(ParseResult parsed) {
        CommandLine program = parsed.commandSpec().commandLine();
        int status = run(parsed, program);
        if (status == ExitCode.OK && program.getOut().checkError()) {
            program.getErr().println("catalog: not everything was printed: standard output can't be written");
            return ExitCode.SOFTWARE;
        }
        return status;
    }

    private static int run(ParseResult parsed, CommandLine program) {
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            return helped;
        }
        OptionVariables.requireRanges(parsed);
        if (!parsed.hasSubcommand() || !parsed.subcommand().commandSpec().name().equals(COMPLETION)) {
            // Of the catalog's text, nobody knows what it contains; the help and the completion are ours.
            program.setOut(new PrintableOutput(program.getOut())).setErr(new PrintableOutput(program.getErr()));
        }
        return new RunLast().execute(parsed);
    }

    /** The program with every command, including those of other modules. */
    public static CommandLine commandLine() {
        return commandLine(command -> true);
    }

    /** The program with the commands in the arguments; the others are outlines, since making them takes long. */
    static CommandLine commandLine(String[] arguments) {
        Set<String> given = Set.copyOf(Arrays.asList(arguments));
        // An argument file may contain any command, and completion covers all of them.
        boolean any = given.contains(COMPLETION) || given.stream().anyMatch(argument -> argument.startsWith("@"));
        return commandLine(command -> any || given.contains(command));
    }

    private static CommandLine commandLine(Predicate<String> complete) {
        CommandLine program = new CommandLine(new Catalog());
        COMMANDS.forEach(type -> add(type, program, complete));
        ServiceLoader.load(CommandProvider.class).forEach(provider -> add(provider.command(), program, complete));
        addHelp(program);
        FaultReport faults = new FaultReport();
        return program.setExecutionStrategy(Catalog::execute)
                .setExecutionExceptionHandler(faults)
                .setParameterExceptionHandler(faults)
                .setDefaultValueProvider(new OptionVariables())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
    }

    private static void add(Class<?> type, CommandLine program, Predicate<String> complete) {
        Command command = type.getAnnotation(Command.class);
        if (complete.test(command.name())) {
            program.addSubcommand(type);
        } else {
            CommandSpec outline = CommandSpec.create().name(command.name());
            outline.usageMessage().description(command.description());
            program.addSubcommand(command.name(), outline);
        }
    }

    /** Each command explains itself and its options' variables, and says of which version it is. */
    private static void addHelp(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        Build build = Build.current();
        OptionVariables.describe(spec);
        if (spec.findOption("--help") == null) {
            // Not picocli's own mixin: it takes the first two arguments of a command that is a method for these.
            spec.addOption(OptionSpec.builder("-h", "--help")
                            .usageHelp(true)
                            .description("Show this help message and exit.")
                            .build())
                    .addOption(OptionSpec.builder("-V", "--version")
                            .versionHelp(true)
                            .description("Print version information and exit.")
                            .build())
                    .versionProvider(() -> new String[] {"catalog " + build.version() + " (" + build.commit() + ")"});
        }
        command.getSubcommands().values().forEach(Catalog::addHelp);
    }

    /** Reports to the user what went wrong: faults with a remedy as one line, faults of the program with their stack trace. */
    static final class FaultReport implements IExecutionExceptionHandler, IParameterExceptionHandler {

        @Override
        public int handleExecutionException(Exception fault, CommandLine command, ParseResult parsed) {
            if (hasRemedy(fault)) {
                command.getErr().println("catalog: " + fault.getMessage() + remedy(fault));
            } else {
                LoggerFactory.getLogger(FaultReport.class).error("internal error", fault);
            }
            return ExitCode.SOFTWARE;
        }

        @Override
        public int handleParseException(ParameterException fault, String[] arguments) {
            CommandLine command = fault.getCommandLine();
            PrintWriter err = new PrintableOutput(command.getErr());
            err.println("catalog: " + OptionVariables.inWords(fault));
            UnmatchedArgumentException.printSuggestions(fault, err);
            err.println("Try './" + command.getCommandSpec().qualifiedName() + " --help'.");
            return ExitCode.USAGE;
        }

        private static String remedy(Exception fault) {
            boolean remedyNamed = String.valueOf(fault.getMessage()).contains("--registry");
            return fault instanceof RegistryUnavailableException && !remedyNamed
                    ? ": start one ('./catalog standalone'), or give its address with --registry"
                    : fault instanceof StateFolderException ? " (see --state-dir)" : "";
        }

        private static boolean hasRemedy(Exception fault) {
            return fault instanceof OperatorFault
                    || fault instanceof SecretException
                    || fault instanceof RegistryUnavailableException
                    || fault instanceof IncompatibleSchemaException
                    || fault instanceof BrokerUnavailableException
                    || fault instanceof StateFolderException
                    || fault instanceof WrongTopicException;
        }
    }

    /**
     * The output of a command, whatever the catalog's text contains: a character on which a terminal would act, or that is
     * invisible or changes the direction of text, is printed as a backslash, {@code u} and four hex digits. In JSON, that is
     * the same data. Line breaks stay.
     */
    static final class PrintableOutput extends PrintWriter {

        /** Writes to another one, which is flushed after each line. */
        PrintableOutput(PrintWriter out) {
            super(out, true);
        }

        @Override
        public void write(int character) {
            write(String.valueOf((char) character), 0, 1);
        }

        @Override
        public void write(char[] text, int offset, int length) {
            write(new String(text, offset, length), 0, length);
        }

        @Override
        public void write(String text, int offset, int length) {
            String printable = Arrays.stream(
                            text.substring(offset, offset + length).split("\n", -1))
                    .map(PrintableText::of)
                    .collect(Collectors.joining("\n"));
            super.write(printable, 0, printable.length());
        }
    }
}
