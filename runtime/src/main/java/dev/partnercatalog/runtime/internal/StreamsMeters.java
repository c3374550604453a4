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
import java.util.function.Function;
import java.util.function.LongSupplier;
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

    /**
     * Registers the meters; they report what the last {@link #read} found.
     *
     * @param metrics of a Kafka Streams application
     * @param unseen how many waiting records its consumers don't see, by topic
     */
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
        Map<String, Double> lags = lags(now);
        unseen.get().forEach((topic, records) -> lags.merge(topic, records.doubleValue(), Double::sum));
        show(lag, "topic", lags);
        show(diskBytes, "store", sum(now, STORES, DISK, STORE_TAG));
        show(storedRecords, "store", sum(now, STORES, STORED, STORE_TAG));
        // Kafka Streams counts what its tasks read, but not what goes to global stores.
        count(named(now, TOPICS, READ), byTopic("catalog.streams.read.records", "Records read."));
        count(fetched(now), byTopic("catalog.streams.read.records", "Records read."));
        count(named(now, TOPICS, WRITTEN), byTopic("catalog.streams.written.records", "Records written."));
        counted.keySet().retainAll(all.keySet());
    }

    private static Stream<Metric> named(Map<String, List<Metric>> metrics, String group, String name) {
        return metrics.getOrDefault(name, List.of()).stream()
                .filter(metric -> metric.metricName().group().equals(group));
    }

    /** Lags of what is read as input, not of what is restored. */
    private static Map<String, Double> lags(Map<String, List<Metric>> metrics) {
        return ofTopics(metrics, LAG)
                .filter(metric -> !tag(metric.metricName(), "client-id").endsWith(RESTORING_CLIENT))
                .collect(Collectors.groupingBy(
                        metric -> tag(metric.metricName(), "topic"), Collectors.summingDouble(StreamsMeters::number)));
    }

    /** What was fetched for global stores. */
    private static Stream<Metric> fetched(Map<String, List<Metric>> metrics) {
        return ofTopics(metrics, READ)
                .filter(metric -> tag(metric.metricName(), "client-id").endsWith(GLOBAL_CLIENT));
    }

    /** A topic with dots is reported a second time with underscores instead, for users of its old name. */
    private static Stream<Metric> ofTopics(Map<String, List<Metric>> metrics, String name) {
        Set<String> oldNames = named(metrics, FETCHES, name)
                .map(metric -> tag(metric.metricName(), "topic"))
                .filter(topic -> topic.contains("."))
                .map(topic -> topic.replace('.', '_'))
                .collect(Collectors.toSet());
        return named(metrics, FETCHES, name)
                .filter(metric -> !tag(metric.metricName(), "topic").isEmpty())
                .filter(metric -> !oldNames.contains(tag(metric.metricName(), "topic")));
    }

    private static Map<String, Double> sum(Map<String, List<Metric>> metrics, String group, String name, String tag) {
        return named(metrics, group, name)
                .collect(Collectors.groupingBy(
                        metric -> tag(metric.metricName(), tag), Collectors.summingDouble(StreamsMeters::number)));
    }

    private static void show(MultiGauge gauge, String label, Map<String, Double> values) {
        List<Row<?>> rows = values.entrySet().stream()
                .<Row<?>>map(entry -> Row.of(Tags.of(label, entry.getKey()), entry.getValue()))
                .toList();
        gauge.register(rows, true);
    }

    /** Adds the increase since the last reading; when a task leaves, its count leaves with it. */
    private void count(Stream<Metric> metrics, Function<MetricName, Counter> to) {
        metrics.forEach(metric -> {
            double value = number(metric);
            Double before = counted.put(metric.metricName(), value);
            to.apply(metric.metricName()).increment(before == null || before > value ? value : value - before);
        });
    }

    private Function<MetricName, Counter> byTopic(String counter, String description) {
        return name -> Counter.builder(counter)
                .description(description)
                .tag("topic", tag(name, "topic"))
                .register(registry);
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
