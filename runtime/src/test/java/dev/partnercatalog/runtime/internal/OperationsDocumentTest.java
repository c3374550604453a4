package dev.partnercatalog.runtime.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the alarms in docs/metrics.md use existing metrics, and have a section in docs/operators/incidents.md. */
class OperationsDocumentTest {

    private static final Path DOCS = Path.of("..", "docs");

    @TempDir
    Path folder;

    @Test
    void each_alarm_uses_metrics_that_exist() throws IOException {
        Set<String> exist = matches("(?m)^\\| `(catalog_\\w+)`", metrics());
        try (Meters meters = new Meters(folder)) {
            exist.addAll(matches("(?m)^# TYPE (\\S+) ", meters.text()));
        }
        Set<String> asked = matches(
                "\\b((?:catalog|jvm|process|system|disk)_(?:\\w+_)?(?:\\w+))\\b(?=[ {\\[)]|$)",
                String.join("\n", matches("(?m)^\\| \\[[^|]+\\| `(.+)` \\|", metrics())));
        assertThat(asked).hasSizeGreaterThan(8);
        asked = asked.stream()
                .map(name -> name.replaceFirst("_seconds_(count|bucket)$", "_seconds"))
                .collect(Collectors.toSet());
        assertThat(exist).containsAll(asked);
    }

    @Test
    void each_alarm_has_a_section_that_says_what_to_do() throws IOException {
        Set<String> sections = new TreeSet<>();
        for (String heading : matches("(?m)^### (.+)$", Files.readString(DOCS.resolve("operators/incidents.md")))) {
            sections.add(heading.toLowerCase(Locale.ROOT).replace(' ', '-'));
        }
        Set<String> alarms = matches("(?m)^\\| \\[[^\\]]+]\\(operators/incidents\\.md#([a-z-]+)\\) \\|", metrics());
        assertThat(alarms).hasSizeGreaterThan(8);
        assertThat(sections).containsAll(alarms);
    }

    private static String metrics() throws IOException {
        return Files.readString(DOCS.resolve("metrics.md"));
    }

    private static Set<String> matches(String pattern, String text) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
