package dev.partnercatalog.benchmarks;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;

/** An application between its own input topics and its own topics of entries, with their writer and reader. */
final class Pipeline implements AutoCloseable {

    private final JavaProcess application;
    private final TopicWriter inputs;
    private final EntryReader entries;

    /**
     * How long something took.
     *
     * @param cpuSeconds processor time of the application alone
     */
    record Timing(double seconds, double cpuSeconds) {}

    /**
     * Connects to the topics with the settings' prefix, which must exist.
     *
     * @param application ended when this is closed, as is the writer
     */
    Pipeline(JavaProcess application, TopicWriter inputs, KafkaSettings kafka) {
        this.application = application;
        this.inputs = inputs;
        this.entries = new EntryReader(
                kafka,
                Stream.of(CatalogTopic.RESOLVED_VARIANTS, CatalogTopic.COMPANY_VARIANTS)
                        .map(topic -> topic.name(kafka.topics().prefix()))
                        .toList());
    }

    TopicWriter inputs() {
        return inputs;
    }

    /** Publishes the whole catalog in its current state. */
    void load(ChangingCatalog catalog, AwaitedRecords arrivals) throws Exception {
        Future<?> arrived = await(arrivals);
        catalog.events().map(inputs::encode).forEach(inputs::put);
        inputs.flush();
        arrived.get();
    }

    /** The time from publishing the first event to the last arrival. */
    Timing time(List<CatalogEvents.Event> events, AwaitedRecords arrivals) throws Exception {
        List<ProducerRecord<String, byte[]>> records =
                events.stream().map(inputs::encode).toList();
        Future<?> arrived = await(arrivals);
        long cpu = application.cpuNanos();
        long start = System.nanoTime();
        records.forEach(inputs::put);
        inputs.flush();
        arrived.get();
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Timing(seconds, (application.cpuNanos() - cpu) / 1e9);
    }

    /** Starts to read. */
    Future<?> await(AwaitedRecords arrivals) {
        return entries.await(arrivals);
    }

    @Override
    public void close() throws IOException {
        try (application;
                inputs) {
            entries.close();
        }
    }
}
