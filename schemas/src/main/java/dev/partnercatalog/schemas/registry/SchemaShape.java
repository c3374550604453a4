package dev.partnercatalog.schemas.registry;

import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the structure of a schema. They ensure that a record can be read, and its unknown parts skipped, in
 * time and memory proportional to the record's size, and on a small stack.
 *
 * <p>A type is counted each time it is used: otherwise a chain of 60 types, each of which contains the next one twice,
 * would be a small schema with endless records.
 */
final class SchemaShape {

    static final int MAX_DEPTH = 32;
    static final int MAX_PARTS = 2_000;

    /** How many parts of an array's or map's item may share one byte of the record. */
    static final int PARTS_OF_A_BYTE = 4;

    private static final int BYTE = -PARTS_OF_A_BYTE;
    private static final int MAX_SHOWN = 200;

    /** Has no stack trace, which would cost more than the check. */
    private static final class Fault extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Fault(String message) {
            super(message, null, false, false);
        }
    }

    private final Set<Schema> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private int parts;

    private SchemaShape() {}

    /** Why no record with this schema is read, as the end of a sentence; null if the schema is fit. */
    static @Nullable String faultOf(Schema schema) {
        try {
            new SchemaShape().parts(schema, "", 1);
            return null;
        } catch (Fault e) {
            return e.getMessage();
        }
    }

    /**
     * The maximum number of parts of a value beyond those its bytes account for, whichever branches its unions take. An
     * array or a map counts as if it were empty, because its items are accounted for separately.
     */
    private int parts(Schema schema, String path, int depth) {
        if (++parts > MAX_PARTS) {
            throw new Fault("it has more than " + MAX_PARTS
                    + " fields, branches and items in total (a type counts each time it is used)");
        }
        if (depth > MAX_DEPTH) {
            throw new Fault(place(path) + " is nested more than " + MAX_DEPTH + " levels deep");
        }
        return switch (schema.getType()) {
            case NULL -> 1;
            case FIXED -> 1 + BYTE * fixed(schema.getFixedSize(), path);
            case RECORD -> record(schema, path, depth);
            case UNION -> union(schema, path, depth);
            case ARRAY -> {
                items(parts(schema.getElementType(), path + "[]", depth + 1), path);
                yield 1 + BYTE;
            }
            case MAP -> {
                items(1 + BYTE + parts(schema.getValueType(), path + "{}", depth + 1), path);
                yield 1 + BYTE;
            }
            default -> 1 + BYTE;
        };
    }

    private int record(Schema schema, String path, int depth) {
        if (!open.add(schema)) {
            throw new Fault(place(path) + " contains its own type " + cut(schema.getFullName()) + " again");
        }
        int sum = 1;
        for (Schema.Field field : schema.getFields()) {
            sum += parts(field.schema(), path.isEmpty() ? field.name() : path + "." + field.name(), depth + 1);
        }
        open.remove(schema);
        return sum;
    }

    private int union(Schema schema, String path, int depth) {
        int most = 0;
        for (Schema branch : schema.getTypes()) {
            most = Math.max(most, parts(branch, path, depth + 1));
        }
        return BYTE + most;
    }

    private static int fixed(int size, String path) {
        if (size > TopicSettings.MAX_EVENT_BYTES) {
            throw new Fault(place(path) + " is fixed at " + size + " bytes, which is more than an event may have");
        }
        return Math.min(size, MAX_PARTS);
    }

    private static void items(int surplus, String path) {
        if (surplus > 0) {
            throw new Fault("an item of " + place(path) + " may take fewer bytes than one for each " + PARTS_OF_A_BYTE
                    + " of its parts (null, a fixed of size 0 and a record without fields take no bytes)");
        }
    }

    private static String place(String path) {
        return path.isEmpty() ? "it" : "\"" + cut(path) + "\"";
    }

    private static String cut(String text) {
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
    }
}
