package dev.partnercatalog.operations.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A member of a record before and after.
 *
 * @param before null if the member wasn't there
 * @param after null if the member won't be there
 */
public record MemberDifference(
        String field, @Nullable JsonNode before, @Nullable JsonNode after) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The members that differ, ordered by name; none if a record is missing. */
    static List<MemberDifference> between(byte @Nullable [] before, byte @Nullable [] after) {
        return before == null || after == null ? List.of() : between(read(before), read(after));
    }

    /** The members of two objects that differ, ordered by name. */
    static List<MemberDifference> between(JsonNode before, JsonNode after) {
        Set<String> names = new TreeSet<>();
        before.fieldNames().forEachRemaining(names::add);
        after.fieldNames().forEachRemaining(names::add);
        return names.stream()
                .map(name -> new MemberDifference(name, before.get(name), after.get(name)))
                .filter(difference -> !Objects.equals(difference.before, difference.after))
                .toList();
    }

    private static JsonNode read(byte[] record) {
        try {
            return JSON.readTree(record);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }
}
