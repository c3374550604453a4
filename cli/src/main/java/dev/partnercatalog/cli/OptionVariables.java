package dev.partnercatalog.cli;

import dev.partnercatalog.cli.application.ConsoleCommand;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.Range;
import java.lang.reflect.Field;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Settings take their values from environment variables if they aren't given: {@code --http-port} from {@code
 * CATALOG_HTTP_PORT}. The other options say what a command does, and have no variable. Also the ranges of both.
 */
final class OptionVariables implements IDefaultValueProvider {

    /** The packages that declare the settings. */
    private static final Set<String> OF_SETTINGS =
            Set.of(ConnectionOptions.class.getPackageName(), ConsoleCommand.class.getPackageName());

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        String variable = argument instanceof OptionSpec option ? of(option) : null;
        return variable == null ? null : System.getenv(variable);
    }

    /** An option's variable; null if it has none. */
    static @Nullable String of(OptionSpec option) {
        return option.userObject() instanceof Field field
                        && OF_SETTINGS.contains(field.getDeclaringClass().getPackageName())
                ? "CATALOG"
                        + option.longestName().substring(1).replace('-', '_').toUpperCase(Locale.ROOT)
                : null;
    }

    /** Adds the variable, the default and what a value is called to each option's help, unless that says so itself. */
    static void describe(CommandSpec command) {
        for (OptionSpec option : List.copyOf(command.options())) {
            String variable = of(option);
            List<String> help = new ArrayList<>(List.of(option.description()));
            if (variable != null && help.stream().noneMatch(line -> line.contains("$" + variable))) {
                boolean told = help.stream().anyMatch(line -> line.contains("default"));
                String otherwise = told ? "" : ", none by default";
                help.add("$" + variable + (option.defaultValue() == null ? otherwise : ", default ${DEFAULT-VALUE}"));
            }
            String label = label(option);
            if (help.size() > option.description().length || !label.equals(option.paramLabel())) {
                command.remove(option);
                command.addOption(option.toBuilder()
                        .description(help.toArray(String[]::new))
                        .paramLabel(label)
                        .build());
            }
        }
    }

    private static String label(OptionSpec option) {
        if (!option.paramLabel().startsWith("<") || option.arity().max() == 0) {
            return option.paramLabel();
        }
        return option.type() == Path.class
                ? "FILE"
                : option.type() == URI.class ? "URL" : option.longestName().endsWith("port") ? "PORT" : "N";
    }

    /** What is wrong with the usage; names the variable too, from which the value may come. */
    static String inWords(ParameterException fault) {
        String message = String.valueOf(fault.getMessage());
        return fault.getArgSpec() instanceof OptionSpec option
                ? message.replace("'" + option.longestName() + "'", name(option))
                : message;
    }

    /** Throws {@link ParameterException} if a number is out of its range. */
    static void requireRanges(ParseResult parsed) {
        if (parsed.hasSubcommand()) {
            requireRanges(parsed.subcommand());
            return;
        }
        for (OptionSpec option : parsed.commandSpec().options()) {
            Range range = option.userObject() instanceof Field field ? field.getAnnotation(Range.class) : null;
            if (range != null
                    && option.getValue() instanceof Number number
                    && (number.longValue() < range.min() || number.longValue() > range.max())) {
                throw new ParameterException(
                        parsed.commandSpec().commandLine(),
                        "Invalid value for option " + name(option) + ": " + number + " is out of range: "
                                + (range.max() == Long.MAX_VALUE
                                        ? "at least " + range.min()
                                        : range.min() + " to " + range.max()));
            }
        }
    }

    private static String name(OptionSpec option) {
        String variable = of(option);
        return "'" + option.longestName() + "'" + (variable == null ? "" : " ($" + variable + ")");
    }
}
