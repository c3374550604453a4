package dev.partnercatalog.cli.operation;

import dev.partnercatalog.cli.options.AuditOptions;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.operations.audit.Audit;
import dev.partnercatalog.operations.audit.AuditEntry;
import dev.partnercatalog.operations.operation.Given;
import dev.partnercatalog.operations.operation.Means;
import dev.partnercatalog.operations.operation.Operation;
import dev.partnercatalog.operations.operation.Operation.Extra;
import dev.partnercatalog.operations.operation.Operations;
import dev.partnercatalog.operations.operation.Parameter;
import dev.partnercatalog.operations.operation.Parameter.Use;
import dev.partnercatalog.operations.operation.Result;
import dev.partnercatalog.operations.operation.WrongUsageException;
import dev.partnercatalog.operations.report.JsonReport;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
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

    /** Adds the operations of groups to their commands: this one, and those below it. */
    public static CommandLine addTo(CommandLine command) {
        List.copyOf(command.getSubcommands().values()).forEach(OperationCommand::addTo);
        if (command.getCommandSpec().userObject() instanceof OperationGroup group) {
            for (Operation operation : Operations.of(group.group())) {
                command.addSubcommand(
                        operation.verb(),
                        new CommandLine(
                                new OperationCommand(operation, group, OperationGroup.made(AuditOptions.class, command))
                                        .spec(command),
                                command.getFactory()));
            }
        }
        return command;
    }

    private CommandSpec spec(CommandLine command) {
        spec.name(operation.verb());
        spec.usageMessage()
                .description(
                        Stream.of(operation.words().says(), operation.words().prints())
                                .filter(line -> !line.isEmpty())
                                .toArray(String[]::new));
        for (Parameter parameter : operation.parameters()) {
            ArgSpec argument = parameter.use() == Use.POSITION || parameter.use() == Use.POSITIONS
                    ? position(parameter)
                    : option(parameter);
            spec.add(argument);
            arguments.put(parameter, argument);
        }
        mixin("audit", audit, command);
        mixin("connection", connection, command);
        if (operation.extras().contains(Extra.MASTER_KEY)) {
            mixin("masterKey", masterKey, command);
        }
        if (operation.extras().contains(Extra.REPORT)) {
            mixin("output", output, command);
            output.useIn(spec);
        }
        return spec;
    }

    private ArgSpec position(Parameter parameter) {
        boolean many = parameter.use() == Use.POSITIONS;
        int index = spec.positionalParameters().size();
        return PositionalParamSpec.builder()
                .index(many ? index + "..*" : Integer.toString(index))
                .arity(many ? "0..*" : "1")
                .paramLabel(parameter.label())
                .description(parameter.says())
                .type(many ? List.class : String.class)
                .auxiliaryTypes(String.class)
                .converters(converter(parameter))
                .build();
    }

    private static ArgSpec option(Parameter parameter) {
        OptionSpec.Builder option = OptionSpec.builder("--" + parameter.name());
        if (parameter.use() == Use.FLAG) {
            return option.type(boolean.class).description(parameter.says()).build();
        }
        Parameter.Default otherwise = parameter.orElse();
        if (otherwise != null && otherwise.variable() != null) {
            option.defaultValue("${env:" + otherwise.variable() + ":-" + otherwise.value() + "}")
                    .description(parameter.says());
        } else if (otherwise != null) {
            option.defaultValue(otherwise.value()).description(parameter.says() + " Default: ${DEFAULT-VALUE}");
        } else {
            option.description(parameter.says());
        }
        return option.required(parameter.isRequired())
                .paramLabel(parameter.label())
                .type(String.class)
                .converters(converter(parameter))
                .build();
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
        Audit.Work<Integer> work = entry -> {
            Result result = task.work().run(entry);
            print(result);
            if (task.changes() && spec.commandLine().getOut().checkError()) {
                entry.untold();
                String another = result.another();
                spec.commandLine()
                        .getErr()
                        .println("catalog: this was done, but standard output can't be written, so its result is lost"
                                + (another == null ? "" : ": " + another));
                return ExitCode.SOFTWARE;
            }
            return entry.hasFailed() ? ExitCode.SOFTWARE : ExitCode.OK;
        };
        return task.changes()
                ? audit.call(connection, operation.name(), task.target(), work)
                : work.run(AuditEntry.unwritten());
    }

    private Operation.Task task(Means means) {
        try {
            return operation.preparation().of(Given.of(operation, this::values), means);
        } catch (WrongUsageException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private List<String> values(Parameter parameter) {
        Object value = Objects.requireNonNull(arguments.get(parameter)).getValue();
        if (value instanceof List<?> many) {
            return many.stream().map(String::valueOf).toList();
        }
        return value == null || value.equals(false)
                ? List.of()
                : List.of(value.equals(true) ? Given.ON : value.toString());
    }

    private void print(Result result) {
        CommandLine command = spec.commandLine();
        PrintWriter out = command.getOut();
        String hint = result.hint();
        boolean isReport = operation.extras().contains(Extra.REPORT);
        if (result.table() != null) {
            output.print(result.table());
        }
        result.faults().forEach(fault -> command.getErr().println("catalog: " + fault));
        if (!result.facts().facts().isEmpty()) {
            if (isReport) {
                output.print(result.facts());
            } else {
                out.println(JsonReport.of(result.facts()));
            }
        } else if (!output.isJson()) {
            out.println(result.words() + (hint == null ? "" : "; " + hint));
        }
        if (isReport && hint != null) {
            command.getErr().println("catalog: " + hint);
        }
    }
}
