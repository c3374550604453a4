package dev.partnercatalog.cli.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PayloadTest {

    private static final LogPosition POSITION = new LogPosition(0, 1);
    private static final DeadLetter.Source SOURCE = new DeadLetter.Source("upstream", POSITION, 0, POSITION);

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(5));

    @AfterEach
    void close() {
        registryServer.close();
    }

    @Test
    void a_record_nested_a_million_deep_is_not_decodable_and_ends_nothing() {
        Schema endless = new Schema.Parser()
                .parse("{\"type\": \"record\", \"name\": \"R\", \"fields\":"
                        + " [{\"name\": \"r\", \"type\": [\"null\", \"R\"]}]}");
        int contentId = registry.contentId("upstream", endless);
        byte[] deep = new byte[5 + 1_000_000];
        Arrays.fill(deep, (byte) 2);
        ByteBuffer.wrap(deep).put((byte) 0).putInt(contentId);
        deep[deep.length - 1] = 0;
        assertThat(Payload.of(letter(deep, SOURCE), registry)).isInstanceOf(Payload.Undecodable.class);
    }

    @Test
    void a_letter_of_which_nobody_knows_where_it_came_from_is_not_decodable() {
        byte[] value = {0, 0, 0, 0, 1, 2};
        assertThat(Payload.of(letter(value, null), registry)).isInstanceOf(Payload.Undecodable.class);
    }

    private static DeadLetter letter(byte[] value, DeadLetter.@Nullable Source source) {
        return new DeadLetter(
                new LogPosition(0, 0), Instant.EPOCH, "reason", source, null, value, 0, new RecordHeaders());
    }
}
