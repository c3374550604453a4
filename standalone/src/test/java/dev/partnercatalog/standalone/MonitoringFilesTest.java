package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the alarms and the files in deploy/docker/monitoring against docs/metrics.md and docs/operators/incidents.md,
 * and against what Grafana and Prometheus accept.
 */
class MonitoringFilesTest {

    private static final Path DOCS = Path.of("..", "docs");
    private static final String INCIDENTS = "docs/operators/incidents.md#";
    private static final int WIDTH = 24;

    @TempDir
    Path folder;

    @Test
    void each_alarm_is_named_after_the_section_that_says_what_to_do() throws IOException {
        String incidents = Files.readString(DOCS.resolve("operators/incidents.md"));
        Map<String, JsonNode> alarms = MonitoringFiles.alarms();
        assertThat(alarms).hasSizeGreaterThan(10);
        alarms.forEach((name, rule) -> {
            String runbook = rule.at("/annotations/runbook").asText();
            assertThat(runbook).as(name).startsWith(INCIDENTS);
            String section = runbook.substring(INCIDENTS.length());
            assertThat(name).isEqualTo("Catalog" + camelCase(section));
            assertThat(incidents).contains("\n### " + section.replace('-', ' ') + "\n");
            assertThat(rule.at("/annotations/summary").asText()).as(name).isNotBlank();
            assertThat(rule.at("/labels/severity").asText()).as(name).isIn("page", "ticket");
        });
    }

    @Test
    void each_query_asks_for_what_the_document_of_metrics_lists() throws IOException {
        Set<String> documented = new HashSet<>();
        Matcher row = Pattern.compile("(?m)^\\| `(catalog_\\w+)`(?:, `_sum`, `_max`)? \\|")
                .matcher(Files.readString(DOCS.resolve("metrics.md")));
        while (row.find()) {
            documented.add(row.group(1));
        }
        Set<String> asked = MonitoringFiles.queries().values().stream()
                .flatMap(query -> MonitoringFiles.Selector.of(query).stream())
                .map(selector -> selector.metric().replaceFirst("_seconds_(count|bucket|sum)$", "_seconds"))
                .filter(name -> name.startsWith("catalog_"))
                .collect(Collectors.toSet());
        assertThat(asked).hasSizeGreaterThan(15);
        assertThat(documented).containsAll(asked);
    }

    @Test
    void the_dashboard_is_laid_out_without_gaps_and_overlaps_and_each_panel_has_a_source() throws IOException {
        JsonNode dashboard = MonitoringFiles.dashboard();
        assertThat(dashboard.at("/templating/list/0/name").asText()).isEqualTo("datasource");
        Set<Integer> ids = new HashSet<>();
        Map<Integer, Integer> filled = new TreeMap<>();
        for (JsonNode panel : dashboard.path("panels")) {
            assertThat(ids.add(panel.path("id").asInt()))
                    .as("%s", panel.path("id"))
                    .isTrue();
            assertThat(panel.path("title").asText()).isNotBlank();
            JsonNode place = panel.path("gridPos");
            for (int y = 0; y < place.path("h").asInt(); y++) {
                filled.merge(place.path("y").asInt() + y, place.path("w").asInt(), Integer::sum);
            }
            if (!panel.path("type").asText().equals("row")) {
                assertThat(panel.path("description").asText()).isNotBlank();
                assertThat(panel.path("targets"))
                        .isNotEmpty()
                        .allSatisfy(target -> assertThat(
                                        target.at("/datasource/uid").asText())
                                .isEqualTo("${datasource}"));
            }
        }
        assertThat(filled.keySet())
                .containsExactlyElementsOf(
                        IntStream.range(0, filled.size()).boxed().toList());
        assertThat(filled.values()).containsOnly(WIDTH);
    }

    @Test
    void compose_mounts_every_file_where_it_is_looked_for() throws IOException {
        String compose = Files.readString(Path.of("..", "docker-compose.yml"));
        try (Stream<Path> files = Files.walk(MonitoringFiles.FOLDER)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String mounted = "./deploy/docker/monitoring/"
                        + MonitoringFiles.FOLDER.relativize(file).toString().replace('\\', '/');
                assertThat(compose).contains("- " + mounted + ":");
            }
        }
        assertThat(MonitoringFiles.yaml("prometheus.yml").at("/rule_files/0").asText())
                .isEqualTo("alerts.yml");
        assertThat(compose)
                .contains("- ./deploy/helm/partner-catalog/files/alerts.yml:/etc/prometheus/alerts.yml:ro")
                .contains(MonitoringFiles.yaml("grafana/dashboards.yml")
                                .at("/providers/0/options/path")
                                .asText() + "/partner-catalog.json:ro");
    }

    @Test
    void prometheus_takes_the_rules_and_every_query() throws Exception {
        Assumptions.assumeTrue(
                StandaloneProcess.isThere("promtool"), "promtool, which comes with Prometheus, is not installed");
        Path configuration = folder.resolve("prometheus.yml");
        Files.copy(MonitoringFiles.FOLDER.resolve("prometheus.yml"), configuration);
        Files.copy(MonitoringFiles.ALARMS, folder.resolve("alerts.yml"));
        promtool("check", "config", configuration.toString());
        StringBuilder rules = new StringBuilder("groups:\n- name: queries\n  rules:\n");
        int number = 0;
        for (String query : MonitoringFiles.queries().values()) {
            rules.append("  - record: query")
                    .append(number++)
                    .append("\n    expr: >-\n      ")
                    .append(query)
                    .append('\n');
        }
        promtool(
                "check",
                "rules",
                Files.writeString(folder.resolve("queries.yml"), rules).toString());
    }

    @Test
    void alarms_are_raised_when_they_should_be_and_only_then() throws Exception {
        Assumptions.assumeTrue(
                StandaloneProcess.isThere("promtool"), "promtool, which comes with Prometheus, is not installed");
        promtool(
                "test",
                "rules",
                Path.of("src/test/resources/monitoring/alerts-test.yml").toString());
    }

    private void promtool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        Path output = folder.resolve("promtool.log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    }

    private static String camelCase(String anchor) {
        return Arrays.stream(anchor.split("-", -1))
                .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                .collect(Collectors.joining());
    }
}
