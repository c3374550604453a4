package dev.partnercatalog.schemas.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.schemas.key.Ids;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * One column of a table: where its cells go in the record, and their type.
 *
 * @param steps names of fields or of a map's entries, from the record inwards
 * @param type type of the cells' values
 */
public record FieldColumn(List<String> steps, Schema type) {

    private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]{0,39})");
    private static final Pattern NUMBER =
            Pattern.compile("-?(0|[1-9][0-9]{0,39})(\\.[0-9]{1,40})?([eE][+-]?[0-9]{1,4})?");
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Returns the column for a name such as {@code thc.avg}; null if the record has no such field. */
    public static @Nullable FieldColumn of(String name, Schema record) {
        List<String> steps = List.of(name.split("\\.", -1));
        Schema type = record;
        for (String step : steps) {
            Schema within = EventConversion.present(type);
            switch (within.getType()) {
                case RECORD -> {
                    Schema.Field field = within.getField(step);
                    if (field == null) {
                        return null;
                    }
                    type = field.schema();
                }
                case MAP -> type = within.getValueType();
                default -> {
                    return null;
                }
            }
        }
        return new FieldColumn(steps, EventConversion.present(type));
    }

    /** A column for each field of a record, and for those of the records within it. */
    public static List<FieldColumn> all(Schema record) {
        return within(List.of(), record).toList();
    }

    private static Stream<FieldColumn> within(List<String> outer, Schema record) {
        return record.getFields().stream().flatMap(field -> {
            List<String> steps =
                    Stream.concat(outer.stream(), Stream.of(field.name())).toList();
            Schema type = EventConversion.present(field.schema());
            return Stream.concat(
                    Stream.of(new FieldColumn(steps, type)),
                    type.getType() == Schema.Type.RECORD ? within(steps, type) : Stream.empty());
        });
    }

    /** Whether both columns would fill the same value, or one would fill part of what the other fills. */
    public boolean overlaps(FieldColumn other) {
        int common = Math.min(steps.size(), other.steps.size());
        return steps.subList(0, common).equals(other.steps.subList(0, common));
    }

    /** The faults of a record, seen from the column's value. */
    public FieldFaults at(FieldFaults faults) {
        FieldFaults at = faults;
        for (String step : steps) {
            at = at.field(step);
        }
        return at;
    }

    /** Puts a cell that isn't empty into the record. */
    public void put(String cell, ObjectNode record, FieldFaults faults) {
        JsonNode value = value(cell, at(faults));
        if (value != null) {
            put(value, record);
        }
    }

    /** Puts a value that has a type already into the record. */
    public void put(JsonNode value, ObjectNode record) {
        ObjectNode within = record;
        for (String step : steps.subList(0, steps.size() - 1)) {
            within = within.get(step) instanceof ObjectNode there ? there : within.putObject(step);
        }
        within.set(steps.get(steps.size() - 1), value);
    }

    /** Spreadsheets write {@code TRUE}, other programs {@code True}. */
    public static boolean isBoolean(String cell) {
        return cell.equalsIgnoreCase("true") || cell.equalsIgnoreCase("false");
    }

    private static @Nullable JsonNode json(String cell, String form, FieldFaults faults) {
        JsonNode value = JsonValues.value(cell);
        if (value == null) {
            faults.add("must be " + form + " in JSON, but is " + Ids.quoted(cell));
        }
        return value;
    }

    /** Text that isn't a number stays text, so that the fault reports it like any other wrong type. */
    private @Nullable JsonNode value(String cell, FieldFaults faults) {
        return switch (type.getType()) {
            case INT, LONG ->
                WHOLE.matcher(cell).matches() ? JsonValues.wholeNumber(new BigInteger(cell)) : JSON.textNode(cell);
            case DOUBLE -> NUMBER.matcher(cell).matches() ? JSON.numberNode(new BigDecimal(cell)) : JSON.textNode(cell);
            case BOOLEAN -> isBoolean(cell) ? JSON.booleanNode(Boolean.parseBoolean(cell)) : JSON.textNode(cell);
            case STRING -> JSON.textNode(cell);
            case ARRAY -> json(cell, "a list such as [\"Indica\",\"Hybrid\"]", faults);
            default -> json(cell, "an object such as {\"avg\":\"20\"}", faults);
        };
    }
}
