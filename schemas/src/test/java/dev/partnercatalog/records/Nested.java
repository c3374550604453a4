package dev.partnercatalog.records;

import org.apache.avro.Schema;
import org.apache.avro.specific.AvroGenerated;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/** A record that contains itself as often as its writer likes; none of our own does. */
@AvroGenerated
public final class Nested extends SpecificRecordBase {

    private static final long serialVersionUID = 1L;

    public static final Schema SCHEMA$ = new Schema.Parser().parse("""
            {"type": "record", "name": "Nested", "namespace": "dev.partnercatalog.records", "fields": [
              {"name": "next", "type": ["null", "Nested"]}]}""");

    private @Nullable Object next;

    @Override
    public Schema getSchema() {
        return SCHEMA$;
    }

    @Override
    @SuppressWarnings("NullAway") // Avro's contract: the value of the field, which may be null
    public Object get(int field) {
        return next;
    }

    @Override
    public void put(int field, @Nullable Object value) {
        next = value;
    }
}
