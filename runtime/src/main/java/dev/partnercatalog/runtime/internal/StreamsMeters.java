package dev.partnercatalog.runtime.internal;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * The few among Kafka Streams' thousands of metrics that an operator needs, summed over its threads, tasks and clients:
 * these have different names after each start, so time series by name would grow without end. Not thread-safe.
 */
final class StreamsMeters {

    private static final String TOPICS = "stream-topic-metrics";
    private static final String STORES = "stream-state-metrics";
    private static final String FETCHES = "consumer-fetch-manager-metrics";
    private static final String GLOBAL_CLIENT = "-global-consumer";
    private static final String RESTORING_CLIENT = "-restore-consumer";
    private static final String STORE_TAG = "rocksdb-state-id";

    private static final String LAG = "records-lag";
    private static final String DISK = "total-sst-files-size";
    private static final String STORED = "estimate-num-keys";
    private static final String READ = "records-consumed-total";
    private static final String WRITTEN = "records-produced-total";
    private static final Set<String> NAMES = Set.of(LAG, DISK, STORED, READ, WRITTEN);

    private final MeterRegistry registry;
    private final Supplier<Map<MetricName, ? extends Metric>> metrics;
    private final Supplier<Map<String, Long>> unseen;
    private final MultiGauge lag;
    private final MultiGauge diskBytes;
    private final MultiGauge storedRecords;
    private final Map<MetricName, Double> counted = new HashMap<>();

    /** Registers the meters, which report what the last {@link #read} found; {@code unseen} is by topic. */
    StreamsMeters(
            MeterRegistry registry,
            Supplier<Map<MetricName, ? extends Metric>> metrics,
            BooleanSupplier running,
            LongSupplier failedThreads,
            Supplier<Map<String, Long>> unseen) {
        this.registry = registry;
        this.metrics = metrics;
        this.unseen = unseen;
        Gauge.builder("catalog.streams.running", () -> running.getAsBoolean() ? 1 : 0)
                .description("Whether all tasks are running.")
                .register(registry);
        FunctionCounter.builder("catalog.streams.failed.threads", failedThreads, LongSupplier::getAsLong)
                .description("Threads that failed and were replaced.")
                .register(registry);
        lag = gauge("catalog.streams.lag.records", "Records waiting to be read.");
        diskBytes = gauge("catalog.streams.store.disk.bytes", "Size of a store on the disk.");
        storedRecords = gauge("catalog.streams.store.records", "Estimated number of records in a store.");
    }

    /** Registers the further meters of an application that divides its work into tasks. */
    static void ofTasks(MeterRegistry registry, Supplier<OptionalLong> standbyLag) {
        Gauge.builder("catalog.streams.standby.lag.records", () -> number(standbyLag.get()))
                .description("Lag of the standby store that is furthest behind its log.")
                .register(registry);
    }

    private MultiGauge gauge(String name, String description) {
        return MultiGauge.builder(name).description(description).register(registry);
    }

    void read() {
        Map<MetricName, ? extends Metric> all = metrics.get();
        // One pass: there are thousands, of which only a few are used.
        Map<String, List<Metric>> now = all.values().stream()
                .filter(metric -> NAMES.contains(metric.metricName().name()))
                .collect(Collectors.groupingBy(metric -> metric.metricName().name()));
        // Lags of what is read as input, not of what is restored.
        Map<String, Double> lags = sum(ofTopics(now, LAG, client -> !client.endsWith(RESTORING_CLIENT)), "topic");
        unseen.get().forEach((topic, records) -> lags.merge(topic, records.doubleValue(), Double::sum));
        show(lag, "topic", lags);
        show(diskBytes, "store", sum(named(now, STORES, DISK), STORE_TAG));
        show(storedRecords, "store", sum(named(now, STORES, STORED), STORE_TAG));
        // Kafka Streams counts what its tasks read, but not what goes to global stores.
        Stream<Metric> fetched = ofTopics(now, READ, client -> client.endsWith(GLOBAL_CLIENT));
        count(Stream.concat(named(now, TOPICS, READ), fetched), "catalog.streams.read.records", "Records read.");
        count(named(now, TOPICS, WRITTEN), "catalog.streams.written.records", "Records written.");
        counted.keySet().retainAll(all.keySet());
    }

    private static Stream<Metric> named(Map<String, List<Metric>> metrics, String group, String name) {
        return metrics.getOrDefault(name, List.of()).stream()
                .filter(metric -> metric.metricName().group().equals(group));
    }

    /** A topic with dots is reported a second time with underscores instead, for users of its old name. */
    private static Stream<Metric> ofTopics(Map<String, List<Metric>> metrics, String name, Predicate<String> ofClient) {
        Set<String> oldNames = named(metrics, FETCHES, name)
                .map(metric -> tag(metric.metricName(), "topic"))
                .filter(topic -> topic.contains("."))
                .map(topic -> topic.replace('.', '_'))
                .collect(Collectors.toSet());
        return named(metrics, FETCHES, name)
                .filter(metric -> !tag(metric.metricName(), "topic").isEmpty())
                .filter(metric -> !oldNames.contains(tag(metric.metricName(), "topic")))
                .filter(metric -> ofClient.test(tag(metric.metricName(), "client-id")));
    }

    private static Map<String, Double> sum(Stream<Metric> metrics, String tag) {
        return metrics.collect(Collectors.groupingBy(
                metric -> tag(metric.metricName(), tag), Collectors.summingDouble(StreamsMeters::number)));
    }

    private static void show(MultiGauge gauge, String label, Map<String, Double> values) {
        List<Row<?>> rows = values.entrySet().stream()
                .<Row<?>>map(entry -> Row.of(Tags.of(label, entry.getKey()), entry.getValue()))
                .toList();
        gauge.register(rows, true);
    }

    /** Adds the increase since the last reading; when a task leaves, its count leaves with it. */
    private void count(Stream<Metric> metrics, String counter, String description) {
        metrics.forEach(metric -> {
            double value = number(metric);
            Double before = counted.put(metric.metricName(), value);
            Counter.builder(counter)
                    .description(description)
                    .tag("topic", tag(metric.metricName(), "topic"))
                    .register(registry)
                    .increment(before == null || before > value ? value : value - before);
        });
    }

    private static String tag(MetricName name, String tag) {
        return name.tags().getOrDefault(tag, "");
    }

    private static double number(OptionalLong lag) {
        return lag.isPresent() ? lag.getAsLong() : Double.NaN;
    }

    private static double number(Metric metric) {
        return metric.metricValue() instanceof Number number ? number.doubleValue() : 0;
    }
}
