package dev.partnercatalog.runtime.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the alarms ask for metrics of the virtual machine that exist. */
class AlarmMetricsTest {

    private static final Path ALARMS = Path.of("..", "deploy", "helm", "partner-catalog", "files", "alerts.yml");

    @TempDir
    Path folder;

    @Test
    void each_alarm_about_the_process_uses_metrics_that_exist() throws IOException {
        String queries = String.join("\n", matches("(?m)^ +expr: (.+)$", Files.readString(ALARMS)));
        Set<String> asked = matches("\\b((?:jvm|process|system|disk)_\\w+)", queries);
        assertThat(asked).hasSizeGreaterThan(4);
        try (Meters meters = new Meters(folder)) {
            assertThat(matches("(?m)^# TYPE (\\S+) ", meters.text())).containsAll(asked);
        }
    }

    @Test
    void the_process_and_its_build_have_the_names_that_dashboards_expect() {
        try (Meters meters = new Meters(folder)) {
            assertThat(meters.text())
                    .contains("process_start_time_seconds ", "process_cpu_seconds_total ", "process_open_fds ")
                    .containsPattern("(?m)^catalog_build_info\\{commit=\"[^\"]+\",version=\"[^\"]+\"} 1");
        }
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
