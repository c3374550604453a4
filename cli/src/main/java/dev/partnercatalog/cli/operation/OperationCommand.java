package dev.partnercatalog.cli.operation;

import dev.partnercatalog.cli.audit.AuditOptions;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.MasterKeyOption;
import dev.partnercatalog.cli.report.ReportOutput;
import dev.partnercatalog.operations.operation.Given;
import dev.partnercatalog.operations.operation.Means;
import dev.partnercatalog.operations.operation.Operation;
import dev.partnercatalog.operations.operation.Operation.Extra;
import dev.partnercatalog.operations.operation.Operations;
import dev.partnercatalog.operations.operation.Parameter;
import dev.partnercatalog.operations.operation.Result;
import dev.partnercatalog.operations.operation.WrongUsageException;
import dev.partnercatalog.operations.report.JsonReport;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The command of an operation. */
public final class OperationCommand implements Callable<Integer> {

    private final Operation operation;
    private final OperationGroup group;
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    private final Map<Parameter, ArgSpec> arguments = new HashMap<>();
    private final ConnectionOptions connection = new ConnectionOptions();
    private final MasterKeyOption masterKey = new MasterKeyOption();
    private final ReportOutput output = new ReportOutput();
    private final AuditOptions audit;

    private OperationCommand(Operation operation, OperationGroup group, AuditOptions audit) {
        this.operation = operation;
        this.group = group;
        this.audit = audit;
    }

    /** Adds the operations of a group to its command, if it is one. */
    public static CommandLine addTo(CommandLine command) {
        if (command.getCommandSpec().userObject() instanceof OperationGroup group) {
            for (Operation operation : Operations.of(command.getCommandName())) {
                command.addSubcommand(
                        operation.verb(),
                        new CommandLine(
                                new OperationCommand(operation, group, audit(command)).spec(command),
                                command.getFactory()));
            }
        }
        return command;
    }

    private static AuditOptions audit(CommandLine command) {
        try {
            return command.getFactory().create(AuditOptions.class);
        } catch (Exception e) {
            throw new IllegalStateException("can't make the options of the audit log", e);
        }
    }

    private CommandSpec spec(CommandLine command) {
        spec.name(operation.verb());
        spec.usageMessage()
                .description(
                        Stream.of(operation.words().says(), operation.words().prints())
                                .filter(line -> !line.isEmpty())
                                .toArray(String[]::new));
        int position = 0;
        for (Parameter parameter : operation.parameters()) {
            if (parameter.use() == Parameter.Use.POSITION) {
                PositionalParamSpec argument = PositionalParamSpec.builder()
                        .index(Integer.toString(position++))
                        .paramLabel(parameter.label())
                        .description(parameter.says())
                        .type(String.class)
                        .converters(converter(parameter))
                        .build();
                spec.addPositional(argument);
                arguments.put(parameter, argument);
            } else {
                OptionSpec argument = OptionSpec.builder("--" + parameter.name())
                        .required(parameter.use() == Parameter.Use.REQUIRED)
                        .paramLabel(parameter.label())
                        .description(parameter.says())
                        .type(String.class)
                        .converters(converter(parameter))
                        .build();
                spec.addOption(argument);
                arguments.put(parameter, argument);
            }
        }
        mixin("audit", audit, command);
        mixin("connection", connection, command);
        if (operation.extras().contains(Extra.MASTER_KEY)) {
            mixin("masterKey", masterKey, command);
        }
        if (operation.extras().contains(Extra.REPORT)) {
            mixin("output", output, command);
        }
        return spec;
    }

    private static ITypeConverter<String> converter(Parameter parameter) {
        return text -> {
            try {
                return parameter.check(text);
            } catch (WrongUsageException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        };
    }

    private void mixin(String name, Object options, CommandLine command) {
        spec.addMixin(name, CommandSpec.forAnnotatedObject(options, command.getFactory()));
    }

    @Override
    public Integer call() {
        Operation.Task task = task(group.means(connection, masterKey));
        audit.run(
                connection,
                operation.name(),
                task.target(),
                entry -> print(task.work().run(entry)));
        return ExitCode.OK;
    }

    private Operation.Task task(Means means) {
        try {
            Given given = Given.of(
                    operation,
                    parameter ->
                            Objects.requireNonNull(arguments.get(parameter)).getValue());
            return operation.preparation().of(given, means);
        } catch (WrongUsageException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private void print(Result result) {
        CommandLine command = spec.commandLine();
        String hint = result.hint();
        boolean isReport = operation.extras().contains(Extra.REPORT);
        if (result.facts().facts().isEmpty()) {
            command.getOut().println(result.words() + (hint == null ? "" : "; " + hint));
        } else if (isReport && !output.isJson()) {
            ReportOutput.of(command).print(result.facts());
        } else {
            command.getOut().println(JsonReport.of(result.facts()));
        }
        if (isReport && hint != null) {
            command.getErr().println("catalog: " + hint);
        }
    }
}
