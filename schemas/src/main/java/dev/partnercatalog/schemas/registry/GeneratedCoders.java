package dev.partnercatalog.schemas.registry;

import org.apache.avro.specific.SpecificData;

/**
 * Avro's model of a record that is written and read by the code that was generated for it, where there is any. By default
 * Avro asks for each field's type and for the branch of each union, every time: four times as much work to write our
 * records, and the same bytes. Its own fast reader works out anew for each array and map how few bytes an element takes.
 */
public final class GeneratedCoders {

    private GeneratedCoders() {}

    /** Knows the conversions that the record's own model knows. Thread-safe once made. */
    public static SpecificData of(Class<?> type) {
        SpecificData model = new SpecificData(type.getClassLoader());
        SpecificData.getForClass(type).getConversions().forEach(model::addLogicalTypeConversion);
        model.setCustomCoders(true);
        model.setFastReaderEnabled(false);
        return model;
    }
}
