package dev.partnercatalog.schemas.registry;

import io.apicurio.registry.serde.avro.DefaultAvroDatumProvider;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * Gives Apicurio's serializer the schemas as the catalog registers them, and writers that use generated code. By default it
 * would register a second version, with properties that only Java needs, and fingerprint the schema of each record.
 * Thread-safe; public because Apicurio creates it.
 */
public final class CatalogDatumProvider<T extends SpecificRecord> extends DefaultAvroDatumProvider<T> {

    private final ConcurrentMap<Class<?>, DatumWriter<T>> writers = new ConcurrentHashMap<>();

    @Override
    public Schema toSchema(T record) {
        return new Schema.Parser().parse(PublicSchema.of(record.getSchema()));
    }

    @Override
    public DatumWriter<T> createDatumWriter(T record, Schema schema) {
        return writers.computeIfAbsent(
                record.getClass(), type -> new SpecificDatumWriter<>(schema, GeneratedCoders.of(type)));
    }
}
