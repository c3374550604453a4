package dev.partnercatalog.schemas.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.events.Listing;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RecordSerdeTest {

    private static final String TOPIC = "catalog.listings";
    private static final Listing LISTING = new Listing(7L, 8L, "sku", "barcode");

    private final RegistryDouble server = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(server.url(), Duration.ofSeconds(5));

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_record_reads_back_as_it_was_written() {
        byte[] bytes = written();
        assertThat(listingReader().deserialize(TOPIC, bytes)).isEqualTo(LISTING);
    }

    @Test
    void one_serializer_writes_for_several_threads_at_once() {
        RecordSerializer<Listing> writer = listingWriter();
        byte[] expected = written();
        boolean allRight = IntStream.range(0, 100_000)
                .parallel()
                .mapToObj(i -> writer.serialize(TOPIC, LISTING))
                .allMatch(bytes -> Arrays.equals(bytes, expected));
        assertThat(allRight).isTrue();
    }

    @Test
    void a_tombstone_stays_a_tombstone() {
        assertThat(listingWriter().serialize(TOPIC, null)).isNull();
        assertThat(listingReader().deserialize(TOPIC, null)).isNull();
    }

    @Test
    void the_registry_is_asked_once_per_schema_and_not_per_record() {
        RecordSerializer<Listing> writer = listingWriter();
        RecordDeserializer<Listing> reader = listingReader();
        reader.deserialize(TOPIC, writer.serialize(TOPIC, LISTING));
        int calls = server.calls();
        for (int i = 0; i < 100; i++) {
            reader.deserialize(TOPIC, writer.serialize(TOPIC, LISTING));
        }
        assertThat(server.calls()).isEqualTo(calls);
    }

    @Test
    void a_registry_that_fails_for_a_moment_is_asked_again() {
        server.failNext(3);
        assertThat(listingWriter().serialize(TOPIC, LISTING)).isNotEmpty();
    }

    @Test
    void an_unavailable_registry_is_never_mistaken_for_a_bad_record() {
        byte[] bytes = written();
        SchemaRegistry away = new SchemaRegistry(URI.create("http://127.0.0.1:1"), Duration.ofMillis(300));
        try (RecordDeserializer<Listing> reader = new RecordDeserializer<>(away, Listing.class)) {
            assertThatThrownBy(() -> reader.deserialize(TOPIC, bytes)).isInstanceOf(RegistryUnavailableException.class);
        }
    }

    @Test
    void bytes_left_over_make_a_record_unreadable() {
        byte[] bytes = written();
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        assertThatThrownBy(() -> listingReader().deserialize(TOPIC, longer))
                .isInstanceOf(UnreadableRecordException.class);
    }

    private byte[] written() {
        return Objects.requireNonNull(listingWriter().serialize(TOPIC, LISTING));
    }

    private RecordSerializer<Listing> listingWriter() {
        return new RecordSerializer<>(registry, CatalogTopic.LISTINGS);
    }

    private RecordDeserializer<Listing> listingReader() {
        return new RecordDeserializer<>(registry, Listing.class);
    }
}
