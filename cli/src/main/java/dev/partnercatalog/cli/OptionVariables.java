package dev.partnercatalog.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The environment variables from which options take values that aren't given. */
final class OptionVariables {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{env:(\\w+)(:-.*)?}");

    private OptionVariables() {}

    /** An option's variable; it matches if there is one, and its second group is the default after it. */
    static Matcher of(OptionSpec option) {
        return VARIABLE.matcher(Objects.requireNonNullElse(option.defaultValueString(), ""));
    }

    /** Adds the variable and the default to each option's help, unless that tells them in words of its own. */
    static void describe(CommandSpec command) {
        for (OptionSpec option : List.copyOf(command.options())) {
            Matcher variable = of(option);
            List<String> help = new ArrayList<>(List.of(option.description()));
            if (variable.matches() && help.stream().noneMatch(line -> line.contains("$" + variable.group(1)))) {
                help.add("$" + variable.group(1)
                        + (variable.group(2) == null ? ", none by default" : ", default ${DEFAULT-VALUE}"));
                command.remove(option);
                command.addOption(option.toBuilder()
                        .description(help.toArray(String[]::new))
                        .build());
            }
        }
    }
}
