package dev.partnercatalog.producer;

import dev.partnercatalog.schemas.registry.GeneratedCoders;
import dev.partnercatalog.schemas.registry.PublicSchema;
import io.apicurio.registry.serde.avro.AvroDatumProvider;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * Gives Apicurio's serializer the schemas of the catalog's records as the catalog registers them. By default it would
 * register a second version with properties that only Java classes need, and compute a fingerprint of the schema for
 * each record. Public because Apicurio creates it.
 */
public final class CatalogDatumProvider<T extends SpecificRecord> implements AvroDatumProvider<T> {

    private final ConcurrentMap<Class<?>, Schema> schemas = new ConcurrentHashMap<>();
    private final ConcurrentMap<Class<?>, DatumWriter<T>> writers = new ConcurrentHashMap<>();

    @Override
    public Schema toSchema(T record) {
        return schemas.computeIfAbsent(
                record.getClass(), type -> new Schema.Parser().parse(PublicSchema.of(record.getSchema())));
    }

    @Override
    public DatumWriter<T> createDatumWriter(T record, Schema schema) {
        return writers.computeIfAbsent(
                record.getClass(), type -> new SpecificDatumWriter<>(schema, GeneratedCoders.of(type)));
    }

    /** Apicurio asks for a reader only if records are deserialized, which a producer never does. */
    @Override
    public DatumReader<T> createDatumReader(Schema schema) {
        throw new UnsupportedOperationException("a producer reads no records");
    }
}
