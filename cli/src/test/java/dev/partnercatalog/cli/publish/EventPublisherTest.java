package dev.partnercatalog.cli.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.topic.TopicsInMemory;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EventPublisherTest {

    private static final String LISTING = "{\"companyId\":1,\"locationId\":2,\"sku\":\"%s\",\"barcode\":\"b\"}%n";

    private static final String DELETION = "{\"$delete\":{\"companyId\":1,\"locationId\":2,\"sku\":\"s\"}}\n";

    @AutoClose
    private final TopicsInMemory topics = new TopicsInMemory();

    private final List<String> faults = new ArrayList<>();

    @Test
    void records_and_tombstones_go_to_the_topic_in_the_order_of_the_lines() throws IOException {
        UnsureProducer producer = UnsureProducer.obliging();
        PublishReport report = publish(producer, listing("s") + DELETION + "\n" + listing("t"));
        assertThat(producer.sent())
                .containsExactly("catalog.listings 1/2/s", "-catalog.listings 1/2/s", "catalog.listings 1/2/t");
        assertThat(report.summary())
                .matches("published 2 records, 1 tombstone, 0 faults in [0-9.]+ s \\([0-9,]+ records/s\\)");
        assertThat(report.isComplete()).isTrue();
    }

    @Test
    void a_line_that_does_not_fit_is_named_and_the_rest_is_published() throws IOException {
        UnsureProducer producer = UnsureProducer.obliging();
        PublishReport report = publish(producer, listing("s") + "{\"companyId\":\"1\"}\nx\n" + listing("t"));
        assertThat(producer.sent()).hasSize(2);
        assertThat(faults).hasSize(2);
        assertThat(faults.get(0))
                .startsWith("2 companyId: must be a whole number")
                .contains("; locationId: is missing; sku: is missing; barcode: is missing");
        assertThat(faults.get(1)).startsWith("3 is not JSON");
        assertThat(report.counts()).isEqualTo("2 records, 0 tombstones, 2 faults");
        assertThat(report.isComplete()).isFalse();
    }

    @Test
    void a_record_that_the_brokers_refuse_for_what_it_is_is_a_fault_of_its_line() throws IOException {
        UnsureProducer producer = new UnsureProducer(record ->
                UnsureProducer.key(record).endsWith("/t") ? new RecordTooLargeException("2 MB is too large") : null);
        PublishReport report = publish(producer, listing("s") + listing("t") + listing("u"));
        assertThat(faults).containsExactly("2 the broker rejected the record: 2 MB is too large");
        assertThat(report.counts()).isEqualTo("2 records, 0 tombstones, 1 fault");
        assertThat(report.outage()).isEmpty();
        assertThat(report.isComplete()).isFalse();
    }

    @Test
    void an_event_that_is_too_large_is_refused_before_anything_of_it_is_sent() throws IOException {
        String lines = "{\"barcode\":\"s\"}\n{\"barcode\":\"t\",\"name\":\""
                + "x".repeat(TopicSettings.maxEventBytes(CatalogTopic.BPD_VARIANTS)) + "\"}\n{\"barcode\":\"u\"}\n";
        UnsureProducer producer = UnsureProducer.obliging();
        PublishReport report = publish(producer, CatalogTopic.BPD_VARIANTS, stream(lines));
        assertThat(report.counts()).isEqualTo("2 records, 0 tombstones, 1 fault");
        assertThat(faults).singleElement().asString().startsWith("2 the event is ");
        assertThat(producer.sent()).containsExactly("catalog.bpd-variants s", "catalog.bpd-variants u");
    }

    @Test
    void a_check_allows_an_event_as_large_as_its_topic_does_and_not_a_byte_larger() throws IOException {
        CatalogTopic topic = CatalogTopic.BPD_VARIANTS;
        int name = TopicSettings.maxEventBytes(topic) - 1_000;
        BpdVariant published = BpdVariant.newBuilder()
                .setBarcode("b")
                .setName("x".repeat(name))
                .build();
        RecordSerializer<BpdVariant> serializer = new RecordSerializer<>(topics.registry(), topic);
        byte[] value = Objects.requireNonNull(serializer.serialize("catalog.bpd-variants", published));
        name += TopicSettings.maxEventBytes(topic) - "b".length() - value.length;
        for (int more = 0; more <= 1; more++) {
            String line = "{\"barcode\":\"b\",\"name\":\"" + "x".repeat(name + more) + "\"}";
            PublishReport report = new PublishReport(this::fault);
            EventPublisher.check(topic, new NdjsonReader(topic, stream(line)), report);
            assertThat(report.isComplete()).isEqualTo(more == 0);
        }
        assertThat(faults).singleElement().asString().startsWith("1 the event is 1310721 bytes long");
    }

    @Test
    void what_was_not_delivered_in_time_is_reported_once_with_its_first_line() throws IOException {
        UnsureProducer producer = new UnsureProducer(record ->
                UnsureProducer.key(record).endsWith("/s") ? null : new TimeoutException("30000 ms has passed"));
        PublishReport report = publish(producer, listing("s") + listing("t") + listing("u"));
        assertThat(report.counts()).isEqualTo("1 record, 0 tombstones, 0 faults");
        assertThat(report.outage()).contains("2 records not published, the first at line 2 (30000 ms has passed)");
        assertThat(report.isComplete()).isFalse();
        assertThat(faults).isEmpty();
    }

    @Test
    void nothing_more_is_sent_after_the_producer_failed() throws IOException {
        UnsureProducer producer = UnsureProducer.obliging();
        producer.sendException = new KafkaException("fenced");
        PublishReport report = publish(producer, listing("s").repeat(100));
        assertThat(report.outage()).contains("1 record not published, the first at line 1 (fenced)");
    }

    @Test
    void an_input_that_breaks_off_leaves_what_was_read_published() {
        UnsureProducer producer = UnsureProducer.obliging();
        assertThatThrownBy(() -> publish(producer, CatalogTopic.LISTINGS, breakingOffAfter(listing("s"))))
                .hasMessage("the disk is gone");
        assertThat(producer.sent()).containsExactly("catalog.listings 1/2/s");
        assertThat(producer.flushed()).isTrue();
    }

    @Test
    void a_registry_that_is_away_is_told_before_anything_is_sent_even_a_deletion() {
        SchemaRegistry registry = new SchemaRegistry(URI.create("http://127.0.0.1:1"), Duration.ZERO);
        UnsureProducer producer = UnsureProducer.obliging();
        try (OpenTopics open = new OpenTopics(topics.brokers(() -> producer), registry)) {
            NdjsonReader lines = new NdjsonReader(CatalogTopic.LISTINGS, stream(DELETION + listing("s")));
            assertThatThrownBy(() ->
                            EventPublisher.publish(open, CatalogTopic.LISTINGS, lines, new PublishReport(this::fault)))
                    .isInstanceOf(RegistryUnavailableException.class);
        }
        assertThat(producer.sent()).isEmpty();
    }

    private PublishReport publish(UnsureProducer producer, String listings) throws IOException {
        return publish(producer, CatalogTopic.LISTINGS, stream(listings));
    }

    private PublishReport publish(UnsureProducer producer, CatalogTopic topic, InputStream ndjson) throws IOException {
        PublishReport report = new PublishReport(this::fault);
        try (OpenTopics open = new OpenTopics(topics.brokers(() -> producer), topics.registry())) {
            EventPublisher.publish(open, topic, new NdjsonReader(topic, ndjson), report);
        }
        assertThat(producer.closed()).isTrue();
        return report;
    }

    private void fault(String problem, long line) {
        faults.add(line + " " + problem);
    }

    static String listing(String sku) {
        return LISTING.formatted(sku);
    }

    /** A file whose rest can't be read. */
    static InputStream breakingOffAfter(String text) {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the disk is gone");
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return read();
            }
        };
        return new SequenceInputStream(stream(text), broken);
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
