package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.Lack;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

/** Shows how many variants the companies list, and what they lack, for the tasks of this instance. Thread-safe. */
public final class Completeness {

    private final Set<ListedCounts> tasks = ConcurrentHashMap.newKeySet();

    public Completeness(MeterRegistry meters) {
        Gauge.builder("catalog.listed.variants", () -> sum(ListedCounts::all))
                .description("Variants that companies list, each once for each company.")
                .register(meters);
        gauge(meters, "entry", ListedCounts::unresolved);
        for (Lack lack : Lack.values()) {
            gauge(meters, lack.name().toLowerCase(Locale.ROOT), counts -> counts.lacking(lack));
        }
    }

    private void gauge(MeterRegistry meters, String lack, ToLongFunction<ListedCounts> count) {
        Gauge.builder("catalog.incomplete.variants", () -> sum(count))
                .description("Listed variants that lack something.")
                .tag("lack", lack)
                .register(meters);
    }

    private long sum(ToLongFunction<ListedCounts> count) {
        return tasks.stream().mapToLong(count).sum();
    }

    void add(ListedCounts task) {
        tasks.add(task);
    }

    void remove(ListedCounts task) {
        tasks.remove(task);
    }
}
