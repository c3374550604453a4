package dev.partnercatalog.schemas.registry;

import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes a schema whose author has probably renamed a field. It is compatible if the field has a default, so its
 * records are read, but what they have under the other name is skipped.
 */
final class RenamedFields {

    private RenamedFields() {}

    /** Returns which fields the writer has and lacks, as the end of a sentence; null if it doesn't have both kinds. */
    static @Nullable String suspicion(Schema writer, Schema reader) {
        if (writer.getType() != Schema.Type.RECORD || reader.getType() != Schema.Type.RECORD) {
            return null;
        }
        List<String> unknown = fieldsWithout(writer, reader);
        List<String> missing = fieldsWithout(reader, writer);
        return unknown.isEmpty() || missing.isEmpty()
                ? null
                : "have fields that are not read (" + named(unknown) + "), and lack others (" + named(missing)
                        + "): if a field was renamed, its values are lost";
    }

    private static List<String> fieldsWithout(Schema one, Schema other) {
        return one.getFields().stream()
                .map(Schema.Field::name)
                .filter(name -> other.getField(name) == null)
                .toList();
    }

    private static String named(List<String> names) {
        return UnfitSchemaException.cut(String.join(", ", names));
    }
}
