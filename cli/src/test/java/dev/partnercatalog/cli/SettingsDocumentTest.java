package dev.partnercatalog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.options.Range;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Checks docs/settings.md against the commands, and the commands' help against their own variables and defaults. */
class SettingsDocumentTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "settings.md");
    private static final String SHARED = "All three applications";
    private static final Pattern ROW = Pattern.compile("\\| `(--[a-z-]+)` \\| (.+?) \\| .+ \\|");

    /** A setting of the program, or a row of the document; a fallback that the program computes is null. */
    private record Setting(
            String flag,
            @Nullable String variable,
            @Nullable String fallback) {}

    @ParameterizedTest
    @ValueSource(strings = {"streams-app", "query-api", "webhook-sink"})
    void each_setting_is_documented_with_its_variable_and_default(String application) throws IOException {
        Map<String, List<Setting>> sections = sections();
        List<Setting> rows = new ArrayList<>(Objects.requireNonNull(sections.get(SHARED)));
        rows.addAll(Objects.requireNonNull(sections.get(application)));
        List<Setting> settings = settings(application);
        assertThat(rows)
                .extracting(Setting::flag)
                .containsExactlyInAnyOrderElementsOf(
                        settings.stream().map(Setting::flag).toList());
        for (Setting row : rows) {
            Setting setting = settings.stream()
                    .filter(s -> s.flag().equals(row.flag()))
                    .findFirst()
                    .orElseThrow();
            assertThat(row.variable()).as(row.flag()).isEqualTo(setting.variable());
            if (setting.fallback() != null) {
                assertThat(row.fallback()).as(row.flag()).isEqualTo("`" + setting.fallback() + "`");
            }
        }
    }

    /** It has the applications' connection settings, and no others of theirs. */
    @Test
    void each_setting_of_the_console_is_documented_with_its_variable_and_default() throws IOException {
        List<Setting> connection = settings("webhooks authentication show");
        List<Setting> own = settings("console").stream()
                .filter(setting -> !connection.contains(setting))
                .toList();
        assertThat(Objects.requireNonNull(sections().get("console")))
                .extracting(row -> row.flag() + " " + row.variable() + " " + row.fallback())
                .containsExactlyInAnyOrderElementsOf(own.stream()
                        .map(setting -> setting.flag() + " " + setting.variable() + " "
                                + (setting.fallback() == null ? "none" : "`" + setting.fallback() + "`"))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"streams-app", "query-api", "webhook-sink", "console", "publish", "client create"})
    void the_help_of_each_option_names_its_variable(String command) {
        int variables = 0;
        for (OptionSpec option : options(command)) {
            if (OptionVariables.of(option) != null) {
                variables++;
                assertThat(String.join(" ", option.description()))
                        .as(option.longestName())
                        .contains("$" + OptionVariables.of(option), "default");
            }
        }
        assertThat(variables).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"streams-app", "query-api", "webhook-sink"})
    void each_number_has_a_range_in_which_its_default_lies(String command) {
        List<OptionSpec> numbers = options(command).stream()
                .filter(option -> List.of(int.class, long.class, short.class, Integer.class)
                        .contains(option.type()))
                .toList();
        assertThat(numbers).hasSizeGreaterThan(5);
        for (OptionSpec number : numbers) {
            Range range = ((Field) number.userObject()).getAnnotation(Range.class);
            assertThat(range).as(number.longestName()).isNotNull();
            if (number.defaultValue() != null) {
                assertThat(Long.parseLong(number.defaultValue()))
                        .as(number.longestName())
                        .isBetween(range.min(), range.max());
            }
        }
    }

    private static List<Setting> settings(String command) {
        List<Setting> settings = new ArrayList<>();
        for (OptionSpec option : options(command)) {
            String variable = OptionVariables.of(option);
            assertThat(variable)
                    .as("%s can be set by a variable", option.longestName())
                    .isNotNull();
            settings.add(new Setting(option.longestName(), variable, option.defaultValue()));
        }
        return settings;
    }

    private static List<OptionSpec> options(String command) {
        CommandLine found = Catalog.commandLine();
        for (String name : command.split(" ", -1)) {
            found = Objects.requireNonNull(found.getSubcommands().get(name));
        }
        return found.getCommandSpec().options().stream()
                .filter(option -> !option.usageHelp() && !option.versionHelp())
                .toList();
    }

    /** Each flag has the variable that the document derives from it. */
    private static String variable(String flag) {
        return "CATALOG_" + flag.substring(2).replace('-', '_').toUpperCase(Locale.ROOT);
    }

    /** The rows of the tables by the heading above them: flag and default. */
    private static Map<String, List<Setting>> sections() throws IOException {
        Map<String, List<Setting>> sections = new LinkedHashMap<>();
        List<Setting> rows = new ArrayList<>();
        for (String line : Files.readAllLines(DOCUMENT)) {
            if (line.startsWith("## ")) {
                rows = new ArrayList<>();
                sections.put(line.substring(3), rows);
            }
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                rows.add(new Setting(row.group(1), variable(row.group(1)), row.group(2)));
            }
        }
        return sections;
    }
}
