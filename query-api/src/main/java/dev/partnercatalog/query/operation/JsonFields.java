package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.Violation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the required fields of a body. Nothing is converted, and unknown fields are ignored (D20). Violations are
 * collected, up to a limit; invalid values are kept until {@link #requireNone} is called. Not thread-safe.
 */
final class JsonFields {

    private static final int MAX_VIOLATIONS = 20;

    private final List<Violation> violations = new ArrayList<>();

    void violation(String field, String problem) {
        if (violations.size() < MAX_VIOLATIONS) {
            violations.add(new Violation(field, problem));
        }
    }

    /** Throws {@link HttpProblem} (400) if there were violations. */
    void requireNone() {
        if (!violations.isEmpty()) {
            throw HttpProblem.invalid(violations);
        }
    }

    boolean isEmpty() {
        return violations.isEmpty();
    }

    String text(JsonNode object, String path, String name) {
        JsonNode node = object.path(name);
        if (!node.isTextual()) {
            violation(path + name, "expected a string, got " + shown(node));
        } else if (!StandardCharsets.UTF_8.newEncoder().canEncode(node.textValue())) {
            violation(path + name, "contains half a surrogate pair, which is not a character");
        }
        return node.asText();
    }

    boolean flag(JsonNode object, String path, String name) {
        JsonNode node = object.path(name);
        if (!node.isBoolean()) {
            violation(path + name, "expected true or false, got " + shown(node));
        }
        return node.asBoolean();
    }

    /**
     * Members of other names are violations: for operations in which ignoring one would mislead.
     *
     * @param problem with such a member
     */
    void only(JsonNode object, String path, Set<String> names, String problem) {
        object.fieldNames().forEachRemaining(name -> {
            if (!names.contains(name)) {
                violation(
                        path + HttpProblem.shown(name),
                        problem + "; expected only " + String.join(", ", new TreeSet<>(names)));
            }
        });
    }

    JsonNode object(JsonNode object, String path, String name) {
        return requireObject(object.path(name), path + name);
    }

    private JsonNode requireObject(JsonNode node, String path) {
        if (!node.isObject()) {
            violation(path, "expected an object, got " + shown(node));
        }
        return node;
    }

    /**
     * The elements of an array of objects; those that are not objects are left out.
     *
     * @param element reads one, given the element and its path with a dot at its end
     */
    <T> List<T> objects(JsonNode object, String path, String name, BiFunction<JsonNode, String, T> element) {
        JsonNode node = object.path(name);
        if (!node.isArray()) {
            violation(path + name, "expected an array of objects, got " + shown(node));
            return List.of();
        }
        List<T> elements = new ArrayList<>(node.size());
        for (int i = 0; i < node.size() && violations.size() < MAX_VIOLATIONS; i++) {
            String at = path + name + "[" + i + "]";
            if (requireObject(node.get(i), at).isObject()) {
                elements.add(element.apply(node.get(i), at + "."));
            }
        }
        return elements;
    }

    /**
     * The elements of an optional array of texts, in their order; null if it is absent or no array. Reading ends where
     * there are too many violations already.
     *
     * @param problem says what is wrong with one; null if nothing is
     */
    @Nullable
    List<String> texts(JsonNode object, String name, Function<String, @Nullable String> problem) {
        JsonNode array = object.path(name);
        if (array.isMissingNode() || array.isNull()) {
            return null;
        }
        if (!array.isArray()) {
            violation(name, "expected an array of strings, got " + shown(array));
            return null;
        }
        List<String> texts = new ArrayList<>(array.size());
        for (int i = 0; i < array.size() && violations.size() < MAX_VIOLATIONS; i++) {
            JsonNode element = array.get(i);
            String wrong = element.isTextual()
                    ? problem.apply(element.textValue())
                    : "expected a string, got " + shown(element);
            if (wrong != null) {
                violation(name + "[" + i + "]", wrong);
            }
            texts.add(element.asText());
        }
        return texts;
    }

    static String shown(JsonNode node) {
        return node.isMissingNode() ? "nothing" : HttpProblem.shown(node.toString());
    }
}
