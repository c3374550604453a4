package dev.partnercatalog.schemas.registry;

import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the structure of a schema: its depth is bounded, and each item of an array or a map takes at least a byte.
 * So a record can be read, and its unknown parts skipped, in time and memory that its size bounds, and on a small stack.
 *
 * <p>A type is counted each time it is used: otherwise a chain of 60 types, each of which contains the next one twice,
 * would be a small schema with endless records.
 */
final class SchemaShape {

    static final int MAX_DEPTH = 32;
    static final int MAX_PARTS = 2_000;

    private int parts;

    private SchemaShape() {}

    /** Why no record with this schema is read, as the end of a sentence; null if the schema is fit. */
    static @Nullable String faultOf(Schema schema) {
        try {
            new SchemaShape().takesBytes(schema, "", 1);
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    private boolean takesBytes(Schema schema, String path, int depth) {
        if (++parts > MAX_PARTS) {
            throw new IllegalArgumentException("it has more than " + MAX_PARTS
                    + " fields, branches and items in total (a type counts each time it is used)");
        }
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException(quoted(path) + " is nested more than " + MAX_DEPTH + " levels deep");
        }
        switch (schema.getType()) {
            case NULL -> {
                return false;
            }
            case FIXED -> {
                return schema.getFixedSize() > 0;
            }
            case RECORD -> {
                boolean some = false;
                for (Schema.Field field : schema.getFields()) {
                    some |= takesBytes(
                            field.schema(), path.isEmpty() ? field.name() : path + "." + field.name(), depth + 1);
                }
                return some;
            }
            case UNION -> schema.getTypes().forEach(branch -> takesBytes(branch, path, depth + 1));
            case ARRAY -> {
                if (!takesBytes(schema.getElementType(), path + "[]", depth + 1)) {
                    throw new IllegalArgumentException("an item of " + quoted(path)
                            + " may take no bytes, as null, a fixed of size 0 and a record without fields do");
                }
            }
            case MAP -> takesBytes(schema.getValueType(), path + "{}", depth + 1);
            default -> {}
        }
        return true;
    }

    private static String quoted(String path) {
        return path.isEmpty() ? "it" : "\"" + SchemaRegistry.cut(path) + "\"";
    }
}
