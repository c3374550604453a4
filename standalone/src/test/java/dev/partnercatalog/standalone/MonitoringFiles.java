package dev.partnercatalog.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What operators monitor the catalog with: the alarms, the files in deploy/docker/monitoring, and the queries in them. */
final class MonitoringFiles {

    static final Path FOLDER = Path.of("..", "deploy", "docker", "monitoring");
    static final Path ALARMS = Path.of("..", "deploy", "helm", "partner-catalog", "files", "alerts.yml");

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final Pattern SELECTOR =
            Pattern.compile("\\b((?:catalog|jvm|process|system|disk)_\\w+|up)\\b(?:\\{([^}]*)})?");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on) \\(([^)]*)\\)");

    private MonitoringFiles() {}

    /** The series that a query selects: those of a metric that its matchers let through. */
    record Selector(String metric, String matchers) {
        static List<Selector> of(String query) {
            List<Selector> selectors = new ArrayList<>();
            Matcher found = SELECTOR.matcher(GROUPING.matcher(query).replaceAll(""));
            while (found.find()) {
                selectors.add(new Selector(found.group(1), found.group(2) == null ? "" : found.group(2)));
            }
            return selectors;
        }
    }

    /** The labels by which a query groups or joins. */
    static List<String> groupings(String query) {
        List<String> labels = new ArrayList<>();
        Matcher found = GROUPING.matcher(query);
        while (found.find()) {
            labels.addAll(List.of(found.group(1).split(",\\s*", -1)));
        }
        return labels;
    }

    static JsonNode yaml(String file) throws IOException {
        return yaml(FOLDER.resolve(file));
    }

    private static JsonNode yaml(Path file) throws IOException {
        return YAML.readTree(file.toFile());
    }

    /** The rules of the alarms, by name. */
    static Map<String, JsonNode> alarms() throws IOException {
        Map<String, JsonNode> alarms = new LinkedHashMap<>();
        for (JsonNode group : yaml(ALARMS).path("groups")) {
            group.path("rules").forEach(rule -> alarms.put(rule.path("alert").asText(), rule));
        }
        return alarms;
    }

    static JsonNode dashboard() throws IOException {
        return yaml("grafana/partner-catalog.json");
    }

    /** Every query there is, by its location. */
    static Map<String, String> queries() throws IOException {
        Map<String, String> queries = new LinkedHashMap<>();
        alarms().forEach((name, rule) -> queries.put(name, rule.path("expr").asText()));
        for (JsonNode panel : dashboard().path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                queries.put(
                        "panel " + panel.path("id").asText() + ", "
                                + panel.path("title").asText() + ", "
                                + target.path("refId").asText(),
                        target.path("expr").asText().replace("$__rate_interval", "1m"));
            }
        }
        return queries;
    }
}
