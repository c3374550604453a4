package dev.partnercatalog.schemas.registry;

import io.apicurio.registry.serde.avro.DefaultAvroDatumProvider;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.specific.SpecificData;
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
        return new Schema.Parser().parse(ReleasedSchemas.text(record.getSchema()));
    }

    @Override
    public DatumWriter<T> createDatumWriter(T record, Schema schema) {
        return writers.computeIfAbsent(record.getClass(), type -> new SpecificDatumWriter<>(schema, model(type)));
    }

    /**
     * Avro's model of a record, with the conversions of the record's own, set up to use its generated encoder and decoder if
     * it has them. By default Avro looks up the type of each field and the branch of each union every time: writing our
     * records that way takes four times the work for the same bytes. Avro's own fast reader recalculates the minimum size
     * of an element for each array and map. The result is thread-safe.
     */
    public static SpecificData model(Class<?> type) {
        SpecificData model = new SpecificData(type.getClassLoader());
        SpecificData.getForClass(type).getConversions().forEach(model::addLogicalTypeConversion);
        model.setCustomCoders(true);
        model.setFastReaderEnabled(false);
        return model;
    }
}
