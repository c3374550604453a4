package dev.partnercatalog.schemas.plain;

import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * An event that fits its topic.
 *
 * @param key under which it is published
 * @param value null if it deletes the key's record
 * @param warnings what fits, but is probably not what its author meant
 */
public record PlainEvent(String key, @Nullable SpecificRecord value, List<FieldFault> warnings) {

    public PlainEvent {
        warnings = List.copyOf(warnings);
    }
}
