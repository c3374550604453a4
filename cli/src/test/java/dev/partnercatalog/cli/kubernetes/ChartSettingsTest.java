package dev.partnercatalog.cli.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.Catalog;
import dev.partnercatalog.cli.options.Range;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Checks the chart's settings against the options of the commands, and the examples and values.yaml against the schema.
 */
class ChartSettingsTest {

    static final List<String> VALUES = Chart.VALUES;
    static final List<String> APPLICATIONS = List.of("streams-app", "query-api", "webhook-sink", "console");

    /** What the chart sets itself, or takes from somewhere other than settings. */
    private static final Set<String> OF_THE_CHART = Set.of(
            "kafka",
            "kafkaConfig",
            "registry",
            "registryAuthorization",
            "secrets",
            "stateDir",
            "storeMemoryMib",
            "zone",
            "host",
            "httpPort",
            "authPort",
            "internalPort",
            "consolePort",
            "tokenFile");

    /** A variable of the program that is not an option. */
    private static final String LOG_LEVEL = "logLevel";

    @ParameterizedTest
    @FieldSource("APPLICATIONS")
    void each_option_of_an_application_is_a_setting_with_its_range(String application) throws IOException {
        JsonNode shared = Chart.schema().at("/properties/settings/properties");
        JsonNode own = own(application);
        for (OptionSpec option : options(application)) {
            String name = name(option);
            if (OF_THE_CHART.contains(name)) {
                continue;
            }
            JsonNode setting = resolve(own.has(name) ? own.path(name) : shared.path(name));
            assertThat(setting.has("type"))
                    .as("%s has a line in values.schema.json", name)
                    .isTrue();
            Range range = option.userObject() instanceof Field field ? field.getAnnotation(Range.class) : null;
            if (range != null) {
                assertThat(setting.path("type").asText()).as(name).isEqualTo("integer");
                assertThat(setting.path("minimum").asLong()).as(name).isEqualTo(range.min());
                assertThat(setting.path("maximum").asLong(Long.MAX_VALUE))
                        .as(name)
                        .isEqualTo(range.max());
            }
        }
    }

    @Test
    void each_setting_is_an_option_of_an_application_and_has_a_line_with_its_default() throws IOException {
        String values = Files.readString(Chart.FOLDER.resolve("values.yaml"));
        Set<String> shared = fields(Chart.schema().at("/properties/settings/properties"));
        Set<String> anywhere = new HashSet<>(Set.of(LOG_LEVEL));
        for (String application : APPLICATIONS) {
            List<OptionSpec> options = options(application);
            Set<String> own = fields(own(application));
            assertThat(options.stream().map(ChartSettingsTest::name))
                    .as(application)
                    .containsAll(own);
            for (OptionSpec option : options) {
                String name = name(option);
                if (own.contains(name) || shared.contains(name)) {
                    anywhere.add(name);
                    Matcher line =
                            Pattern.compile("(?m)^ +(?:# )?" + name + ": (.+)$").matcher(values);
                    assertThat(line.find())
                            .as("values.yaml has a line for %s", name)
                            .isTrue();
                    if (option.defaultValue() != null) {
                        assertThat(line.group(1).replaceAll("[\\[\\] \"]", ""))
                                .as(name)
                                .isEqualTo(option.defaultValue());
                    }
                }
            }
        }
        assertThat(anywhere).containsAll(shared);
    }

    @ParameterizedTest
    @FieldSource("VALUES")
    void each_application_takes_what_the_chart_tells_it(String example) throws IOException {
        Set<String> shared = new HashSet<>(Set.of("CATALOG_JAVA_OPTIONS"));
        fields(Chart.schema().at("/properties/settings/properties")).forEach(name -> shared.add(variable(name)));
        Map<String, PodTemplateSpec> pods = Chart.render(example).pods();
        int applications = 0;
        for (String application : APPLICATIONS) {
            PodTemplateSpec pod = pods.get(application);
            if (pod == null) {
                continue;
            }
            applications++;
            assertThat(Manifests.container(pod).getArgs()).containsExactly(application);
            List<String> arguments = new ArrayList<>(List.of(application));
            Set<String> variables = new HashSet<>(shared);
            Map<String, String> environment = Manifests.environment(pod);
            for (OptionSpec option : options(application)) {
                String variable = variable(name(option));
                variables.add(variable);
                String value = environment.get(variable);
                if (value != null) {
                    arguments.add(option.longestName() + "=" + value);
                }
            }
            assertThat(variables).containsAll(environment.keySet());
            assertThat(arguments).hasSizeGreaterThan(4);
            Catalog.commandLine().parseArgs(arguments.toArray(String[]::new));
        }
        assertThat(applications).isGreaterThanOrEqualTo(3);
    }

    @Test
    void the_schema_lets_nothing_through_that_it_does_not_name() throws IOException {
        List<String> open = new ArrayList<>();
        findOpen("", Chart.schema(), open);
        assertThat(open).containsExactly("/properties/global");
    }

    @Test
    void one_example_has_every_option_with_another_value_than_its_default() throws IOException {
        List<String> faults = new ArrayList<>();
        JsonNode schema = Chart.schema();
        compare("", schema, schema, Chart.values(Chart.EVERY_OPTION), Chart.values(""), faults);
        // These exist only if they are enabled.
        assertThat(faults).containsExactlyInAnyOrder("/loadBalancer/enabled", "/networkPolicy/enabled");
    }

    private static void compare(
            String place, JsonNode root, JsonNode schema, JsonNode values, JsonNode defaults, List<String> faults) {
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            String name = property.getKey();
            if (name.equals("global")) {
                continue;
            }
            JsonNode type = resolve(root, property.getValue());
            if (type.has("properties")) {
                compare(place + "/" + name, root, type, values.path(name), defaults.path(name), faults);
            } else if (!values.has(name) || values.path(name).equals(defaults.path(name))) {
                faults.add(place + "/" + name);
            }
        }
    }

    private static void findOpen(String place, JsonNode schema, List<String> open) {
        if (schema.path("type").asText().equals("object")
                && !schema.path("additionalProperties").isObject()
                && schema.path("additionalProperties").asBoolean(true)) {
            open.add(place);
        }
        schema.properties().forEach(field -> findOpen(place + "/" + field.getKey(), field.getValue(), open));
    }

    private static JsonNode own(String application) throws IOException {
        Matcher dash = Pattern.compile("-(.)").matcher(application);
        String name = dash.replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
        JsonNode settings = Chart.schema().at("/properties/" + name + "/properties/settings/properties");
        assertThat(settings.isObject()).as(name).isTrue();
        return settings;
    }

    private static JsonNode resolve(JsonNode type) throws IOException {
        return resolve(Chart.schema(), type);
    }

    private static JsonNode resolve(JsonNode root, JsonNode type) {
        return type.has("$ref") ? root.at(type.path("$ref").asText().substring(1)) : type;
    }

    private static Set<String> fields(JsonNode object) {
        Set<String> names = new HashSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<OptionSpec> options(String command) {
        CommandLine found =
                Objects.requireNonNull(Catalog.commandLine().getSubcommands().get(command));
        return found.getCommandSpec().options().stream()
                .filter(option -> !option.usageHelp() && !option.versionHelp())
                .toList();
    }

    private static String name(OptionSpec option) {
        return Pattern.compile("-(.)")
                .matcher(option.longestName().substring(2))
                .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    }

    private static String variable(String setting) {
        return "CATALOG_" + setting.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
    }
}
