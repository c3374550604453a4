package dev.partnercatalog.benchmarks.input;

import dev.partnercatalog.benchmarks.setup.CpuTime;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;

/** An application between its own input topics and its own topics of entries, with their writers and readers. */
public final class Pipeline implements AutoCloseable {

    /**
     * How long something took.
     *
     * @param cpuSeconds processor time of the application alone
     */
    public record Timing(double seconds, double cpuSeconds) {}

    private final JavaProcess application;
    private final InputTopics inputs;
    private final EntryReader entries;
    private final ExecutorService reading = Executors.newSingleThreadExecutor();

    /**
     * Connects to the topics with the settings' prefix, which must exist.
     *
     * @param application ended when this is closed
     */
    public Pipeline(JavaProcess application, KafkaSettings kafka, SchemaRegistry registry) {
        this.application = application;
        this.inputs = new InputTopics(kafka, registry);
        this.entries = new EntryReader(
                kafka,
                Stream.of(CatalogTopic.RESOLVED_VARIANTS, CatalogTopic.COMPANY_VARIANTS)
                        .map(topic -> topic.name(kafka.topics().prefix()))
                        .toList());
    }

    public InputTopics inputs() {
        return inputs;
    }

    public JavaProcess application() {
        return application;
    }

    /** Publishes the whole catalog in its current state. */
    public void load(ChangingCatalog catalog, AwaitedRecords arrivals) throws Exception {
        Future<?> arrived = await(arrivals);
        catalog.forEachEvent(event -> inputs.send(inputs.encode(event)));
        inputs.flush();
        arrived.get();
    }

    /** The time from publishing the first event to the last arrival. */
    public Timing time(List<PublishedEvent> events, AwaitedRecords arrivals) throws Exception {
        List<ProducerRecord<byte[], byte[]>> records =
                events.stream().map(inputs::encode).toList();
        Future<?> arrived = await(arrivals);
        long cpu = CpuTime.of(application.pid());
        long start = System.nanoTime();
        records.forEach(inputs::send);
        inputs.flush();
        arrived.get();
        long end = System.nanoTime();
        return new Timing((end - start) / 1e9, (CpuTime.of(application.pid()) - cpu) / 1e9);
    }

    /** Starts to read, on another thread. */
    public Future<?> await(AwaitedRecords arrivals) {
        return reading.submit(() -> {
            entries.await(arrivals);
            return null;
        });
    }

    @Override
    public void close() {
        try (application;
                inputs;
                entries) {
            reading.shutdownNow();
            // A consumer can't be closed while another thread reads.
            if (!reading.awaitTermination(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a reader does not stop");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
