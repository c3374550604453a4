package dev.partnercatalog.cli;

import dev.partnercatalog.cli.options.Range;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Finds everything that is wrong with a command's options and their variables at once, so that nobody has to fix them
 * one start at a time. picocli stops at the first fault.
 */
final class UsageFaults {

    private UsageFaults() {}

    /**
     * Returns the faults besides the one at which picocli stopped, with that one first. The command can't be used
     * afterwards.
     *
     * @param arguments all arguments of the program
     */
    static List<String> from(ParameterException first, String[] arguments) {
        CommandLine program = first.getCommandLine();
        while (program.getParent() != null) {
            program = program.getParent();
        }
        List<String> faults = new ArrayList<>();
        ParameterException fault = first;
        while (fault != null) {
            faults.add(describe(fault));
            if (!passOver(fault)) {
                return faults;
            }
            fault = next(program, arguments);
        }
        faults.addAll(outOfRange(first.getCommandLine().getCommandSpec()));
        return faults;
    }

    /** Whether the arguments can be parsed again without this fault. */
    private static boolean passOver(ParameterException fault) {
        if (fault instanceof UnmatchedArgumentException) {
            fault.getCommandLine().setUnmatchedArgumentsAllowed(true);
            return true;
        }
        return fault.getArgSpec() instanceof OptionSpec option && takeAnything(fault.getCommandLine(), option);
    }

    /** Throws {@link ParameterException} if a number is out of its range. */
    static void requireRanges(ParseResult parsed) {
        CommandLine command = last(parsed).commandSpec().commandLine();
        List<String> faults = outOfRange(command.getCommandSpec());
        if (!faults.isEmpty()) {
            throw new ParameterException(command, together(faults));
        }
    }

    /** One fault as it is, several on a line each. */
    static String together(List<String> faults) {
        return faults.size() == 1
                ? faults.get(0)
                : faults.size() + " settings are invalid:\n  " + String.join("\n  ", faults);
    }

    private static ParseResult last(ParseResult parsed) {
        return parsed.hasSubcommand() ? last(parsed.subcommand()) : parsed;
    }

    private static @Nullable ParameterException next(CommandLine program, String[] arguments) {
        try {
            program.parseArgs(arguments);
            return null;
        } catch (ParameterException e) {
            return e;
        }
    }

    /** Replaces an option whose fault is known by one that accepts anything, so that what follows it is checked. */
    private static boolean takeAnything(CommandLine command, OptionSpec option) {
        CommandSpec spec = command.getCommandSpec();
        if (!spec.options().contains(option)) {
            return false;
        }
        spec.remove(option);
        spec.addOption(OptionSpec.builder(option.longestName(), option.names())
                .arity(option.arity().toString())
                .type(String[].class)
                .build());
        return true;
    }

    private static String describe(ParameterException fault) {
        String message = String.valueOf(fault.getMessage());
        return fault.getArgSpec() instanceof OptionSpec option
                ? message.replace("'" + option.longestName() + "'", name(option))
                : message;
    }

    private static List<String> outOfRange(CommandSpec spec) {
        List<String> faults = new ArrayList<>();
        for (OptionSpec option : spec.options()) {
            Range range = option.userObject() instanceof Field field ? field.getAnnotation(Range.class) : null;
            if (range != null
                    && option.getValue() instanceof Number number
                    && (number.longValue() < range.min() || number.longValue() > range.max())) {
                faults.add("Invalid value for option " + name(option) + ": " + number + " is out of range: "
                        + (range.max() == Long.MAX_VALUE
                                ? "at least " + range.min()
                                : range.min() + " to " + range.max()));
            }
        }
        return faults;
    }

    private static String name(OptionSpec option) {
        Matcher variable = OptionVariables.of(option);
        return "'" + option.longestName() + "'" + (variable.matches() ? " ($" + variable.group(1) + ")" : "");
    }
}
