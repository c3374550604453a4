package dev.partnercatalog.benchmarks.batchget;

import dev.partnercatalog.benchmarks.setup.GeneratedCatalog;
import dev.partnercatalog.benchmarks.setup.TopicWriter;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Products that change, a thousand a second, until this is closed. */
final class ArrivingEntries implements AutoCloseable {

    private static final int PER_SECOND = 1_000;

    /** As many as are prepared, so that preparing takes nothing from what is measured. */
    private static final int RECORDS = 5_000;

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final AtomicLong written = new AtomicLong();
    private final long start = System.nanoTime();
    private final Future<?> writing;
    private volatile boolean closed;

    private ArrivingEntries(TopicWriter topics, List<ProducerRecord<String, byte[]>> records) {
        writing = thread.submit(() -> {
            try (topics) {
                while (!closed) {
                    topics.put(records.get((int) (written.get() % RECORDS)));
                    long due = start + written.incrementAndGet() * 1_000_000_000L / PER_SECOND;
                    LockSupport.parkNanos(due - System.nanoTime());
                }
            }
            return null;
        });
    }

    static ArrivingEntries start(KafkaSettings kafka, URI registry, int variants) {
        TopicWriter topics = new TopicWriter(kafka, registry);
        return new ArrivingEntries(
                topics,
                new SplittableRandom(PER_SECOND)
                        .ints(RECORDS, 0, variants)
                        .mapToObj(variant -> {
                            ScopedVariant key =
                                    new ScopedVariant(Scope.everywhere(), GeneratedCatalog.barcode(variant));
                            VariantLayers layers =
                                    new VariantLayers(GeneratedCatalog.bpd(variant), List.of(), null, null, null);
                            return topics.encode(key, VariantRecords.variant(key, 2, layers.resolve()));
                        })
                        .toList());
    }

    /** So many have been written on average. */
    double perSecond() {
        return written.get() / ((System.nanoTime() - start) / 1e9);
    }

    @Override
    public void close() throws IOException {
        closed = true;
        thread.shutdown();
        try {
            writing.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IOException("entries could not be written", e.getCause());
        }
    }
}
