package dev.partnercatalog.operations.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
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
        if (before == null || after == null) {
            return List.of();
        }
        JsonNode one = read(before);
        JsonNode other = read(after);
        Set<String> names = new TreeSet<>();
        for (JsonNode record : List.of(one, other)) {
            for (Iterator<String> fields = record.fieldNames(); fields.hasNext(); ) {
                names.add(fields.next());
            }
        }
        List<MemberDifference> differences = new ArrayList<>();
        for (String name : names) {
            MemberDifference difference = new MemberDifference(name, one.get(name), other.get(name));
            if (!Objects.equals(difference.before, difference.after)) {
                differences.add(difference);
            }
        }
        return List.copyOf(differences);
    }

    private static JsonNode read(byte[] record) {
        try {
            return JSON.readTree(record);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }
}
