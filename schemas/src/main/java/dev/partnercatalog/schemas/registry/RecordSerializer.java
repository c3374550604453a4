package dev.partnercatalog.schemas.registry;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.apicurio.registry.resolver.DefaultSchemaResolver;
import io.apicurio.registry.resolver.ParsedSchemaImpl;
import io.apicurio.registry.resolver.SchemaLookupResult;
import io.apicurio.registry.resolver.SchemaParser;
import io.apicurio.registry.resolver.data.Record;
import io.apicurio.registry.serde.avro.AvroKafkaSerializer;
import io.apicurio.registry.serde.data.SerdeMetadata;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a topic's records with Apicurio's serializer, which gets the content ids from a {@link SchemaRegistry}: after the
 * schemas have been registered, no record waits for the registry. Thread-safe, because a topology shares one serializer
 * among all its stream threads.
 */
public final class RecordSerializer<T extends SpecificRecord> implements Serializer<T> {

    private final AvroKafkaSerializer<T> apicurio;

    private static final class Registered<T> extends DefaultSchemaResolver<Schema, T> {

        private final Schema schema;
        private final ToIntFunction<String> contentIds;

        Registered(Schema schema, ToIntFunction<String> contentIds) {
            this.schema = schema;
            this.contentIds = contentIds;
        }

        /** Doesn't make a client of its own. */
        @Override
        public void configure(Map<String, ?> settings, SchemaParser<Schema, T> parser) {}

        @Override
        public SchemaLookupResult<Schema> resolveSchema(Record<T> record) {
            String topic = ((SerdeMetadata) record.metadata()).getTopic();
            return SchemaLookupResult.<Schema>builder()
                    .contentId(contentIds.applyAsInt(topic))
                    .parsedSchema(new ParsedSchemaImpl<Schema>().setParsedSchema(schema))
                    .build();
        }
    }

    /**
     * {@link #serialize} throws {@link RegistryUnavailableException} and {@link IncompatibleSchemaException} while the
     * topic's schema isn't registered.
     */
    public RecordSerializer(SchemaRegistry registry, CatalogTopic topic) {
        this(topic, name -> registry.contentId(name, topic.valueSchema()));
    }

    private RecordSerializer(CatalogTopic topic, ToIntFunction<String> contentIds) {
        this.apicurio = new AvroKafkaSerializer<>(new Registered<T>(topic.valueSchema(), contentIds));
        apicurio.configure(Map.of("apicurio.registry.avro-datum-provider", CatalogDatumProvider.class), false);
    }

    /** One that needs no registry: its records are as large as published ones, but have no content id. */
    public static <T extends SpecificRecord> RecordSerializer<T> unregistered(CatalogTopic topic) {
        return new RecordSerializer<>(topic, name -> 0);
    }

    @Override
    public byte @Nullable [] serialize(String topic, @Nullable T value) {
        try {
            return apicurio.serialize(topic, value);
        } catch (UncheckedIOException | AvroRuntimeException e) {
            throw new SerializationException("can't write a record to " + topic, e);
        }
    }
}
