package dev.partnercatalog.runtime.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PayloadTest {

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
        assertThat(Payload.of(deep, registry)).isInstanceOf(Payload.Undecodable.class);
        byte[] shallow = ByteBuffer.allocate(7)
                .put((byte) 0)
                .putInt(contentId)
                .put((byte) 2)
                .put((byte) 0)
                .array();
        assertThat(Payload.of(shallow, registry)).isInstanceOf(Payload.Decoded.class);
    }
}
