package dev.partnercatalog.runtime.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.store.RocksDbMemory;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetersTest {

    private static final Path ALARMS = Path.of("..", "deploy", "helm", "partner-catalog", "files", "alerts.yml");

    @TempDir
    Path folder;

    private static final String CONSUMER = "consumer-fetch-manager-metrics";

    private final Map<MetricName, Metric> kept = new LinkedHashMap<>();
    private final Map<String, Long> unseen = new HashMap<>();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final StreamsMeters meters = new StreamsMeters(registry, () -> kept, () -> true, () -> 2, () -> unseen);

    @Test
    void lag_is_summed_over_partitions_and_clients() {
        lag("a-StreamThread-1-consumer", "catalog.listings", 0, 3);
        lag("a-StreamThread-1-consumer", "catalog.listings", 1, 4);
        lag("a-StreamThread-2-consumer", "catalog.listings", 2, 5);
        assertThat(read()).contains("catalog_streams_lag_records{topic=\"catalog.listings\"} 12.0");
    }

    @Test
    void records_that_the_consumers_do_not_see_count_as_waiting_too() {
        lag("a-StreamThread-1-consumer", "catalog.listings", 0, 3);
        unseen.putAll(Map.of("catalog.listings", 4L, "catalog.products", 5L));
        assertThat(read()).contains("{topic=\"catalog.listings\"} 7.0", "{topic=\"catalog.products\"} 5.0");
    }

    @Test
    void a_topic_is_not_reported_again_by_its_old_name() {
        lag("a-StreamThread-1-consumer", "catalog.listings", 0, 3);
        lag("a-StreamThread-1-consumer", "catalog_listings", 0, 3);
        lag("a-StreamThread-1-consumer", "plain_listings", 0, 4);
        assertThat(read())
                .contains("{topic=\"catalog.listings\"} 3.0", "{topic=\"plain_listings\"} 4.0")
                .doesNotContain("catalog_listings");
    }

    @Test
    void whether_it_runs_is_still_reported_after_a_garbage_collection() {
        StreamsMeters.ofTasks(registry, () -> OptionalLong.of(7));
        System.gc();
        assertThat(read())
                .contains(
                        "catalog_streams_running 1.0",
                        "catalog_streams_standby_lag_records 7.0",
                        "catalog_streams_failed_threads_total 2.0");
    }

    @Test
    void neither_what_is_restored_nor_a_topic_that_moved_elsewhere_has_a_lag() {
        lag("a-StreamThread-1-consumer", "catalog.listings", 0, 3);
        read();
        kept.clear();
        lag("a-StreamThread-1-restore-consumer", "catalog.streams-app-layers-changelog", 0, 3);
        assertThat(read()).doesNotContain("catalog_streams_lag_records{");
    }

    @Test
    void counting_continues_when_a_task_leaves_and_comes_back() {
        written("0_0", 10);
        written("0_1", 7);
        assertThat(read()).contains("catalog_streams_written_records_total{topic=\"t\"} 17.0");
        kept.clear();
        written("0_1", 9);
        assertThat(read()).contains("catalog_streams_written_records_total{topic=\"t\"} 19.0");
        written("0_0", 2);
        assertThat(read()).contains("catalog_streams_written_records_total{topic=\"t\"} 21.0");
        written("0_0", 1);
        assertThat(read()).contains("catalog_streams_written_records_total{topic=\"t\"} 22.0");
    }

    @Test
    void stores_are_summed() {
        for (String task : Set.of("0_0", "0_1")) {
            store("total-sst-files-size", task, 100);
            store("estimate-num-keys", task, 5);
        }
        assertThat(read())
                .contains("catalog_streams_store_disk_bytes{store=\"layers\"} 200.0")
                .contains("catalog_streams_store_records{store=\"layers\"} 10.0");
    }

    @Test
    void what_is_read_for_global_stores_is_counted_once_by_topic() {
        for (String topic : List.of("catalog.clients", "catalog_clients")) {
            put(CONSUMER, "records-consumed-total", Map.of("client-id", "a-global-consumer", "topic", topic), 4);
            put(
                    CONSUMER,
                    "records-consumed-total",
                    Map.of("client-id", "a-StreamThread-1-consumer", "topic", topic),
                    9);
        }
        put(CONSUMER, "records-consumed-total", Map.of("client-id", "a-global-consumer"), 4);
        assertThat(read())
                .contains("catalog_streams_read_records_total{topic=\"catalog.clients\"} 4.0")
                .doesNotContain("catalog_clients", "topic=\"\"");
    }

    @Test
    void every_metric_is_documented_and_every_documented_one_exists() throws IOException {
        StreamsMeters.ofTasks(registry, () -> OptionalLong.of(7));
        lag("a-StreamThread-1-consumer", "catalog.listings", 0, 3);
        written("0_0", 1);
        put("stream-topic-metrics", "records-consumed-total", Map.of("topic", "t"), 1);
        store("total-sst-files-size", "0_0", 100);
        store("estimate-num-keys", "0_0", 5);
        try (RocksDbMemory memory = new RocksDbMemory(1 << 20)) {
            memory.bindTo(registry);
        }
        assertThat(matches("(?m)^# TYPE (\\S+) ", read()))
                .isEqualTo(matches(
                        "(?m)^\\| `(catalog_streams_\\w+)`", Files.readString(Path.of("..", "docs", "metrics.md"))));
    }

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

    private void lag(String client, String topic, int partition, double value) {
        put(
                CONSUMER,
                "records-lag",
                Map.of("client-id", client, "topic", topic, "partition", String.valueOf(partition)),
                value);
    }

    private void written(String task, double value) {
        put("stream-topic-metrics", "records-produced-total", Map.of("task-id", task, "topic", "t"), value);
    }

    private void store(String name, String task, double value) {
        put("stream-state-metrics", name, Map.of("task-id", task, "rocksdb-state-id", "layers"), value);
    }

    private void put(String group, String name, Map<String, String> tags, double value) {
        MetricName metricName = new MetricName(name, group, "", tags);
        kept.put(metricName, new Metric() {
            @Override
            public MetricName metricName() {
                return metricName;
            }

            @Override
            public Object metricValue() {
                return value;
            }
        });
    }

    private String read() {
        meters.read();
        return registry.scrape();
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
