package dev.partnercatalog.cli;

import dev.partnercatalog.cli.options.Range;
import java.lang.reflect.Field;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Options that take their values from environment variables if they aren't given, and the ranges of both. */
final class OptionVariables {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{env:(\\w+)(:-.*)?}");

    private OptionVariables() {}

    /** An option's variable; it matches if there is one, and its second group is the default after it. */
    private static Matcher of(OptionSpec option) {
        return VARIABLE.matcher(Objects.requireNonNullElse(option.defaultValueString(), ""));
    }

    /** Adds the variable, the default and what a value is called to each option's help, unless that says so itself. */
    static void describe(CommandSpec command) {
        for (OptionSpec option : List.copyOf(command.options())) {
            Matcher variable = of(option);
            List<String> help = new ArrayList<>(List.of(option.description()));
            if (variable.matches() && help.stream().noneMatch(line -> line.contains("$" + variable.group(1)))) {
                boolean told = help.stream().anyMatch(line -> line.contains("default"));
                String otherwise = told ? "" : ", none by default";
                help.add("$" + variable.group(1)
                        + (variable.group(2) == null ? otherwise : ", default ${DEFAULT-VALUE}"));
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
        Matcher variable = of(option);
        return "'" + option.longestName() + "'" + (variable.matches() ? " ($" + variable.group(1) + ")" : "");
    }
}
