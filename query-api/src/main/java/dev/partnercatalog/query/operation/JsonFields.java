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
import java.util.function.Predicate;
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

    /** The node itself; if it hasn't the expected form, that is a violation. */
    JsonNode expect(JsonNode node, String path, Predicate<JsonNode> form, String expected) {
        if (!form.test(node)) {
            violation(path, "expected " + expected + ", got " + excerpt(node));
        }
        return node;
    }

    /** The value of an optional member; null if it is absent or null. */
    <T> @Nullable T optional(
            JsonNode object, String name, Predicate<JsonNode> form, String expected, Function<JsonNode, T> value) {
        JsonNode node = object.path(name);
        return node.isMissingNode() || node.isNull() ? null : value.apply(expect(node, name, form, expected));
    }

    String text(JsonNode object, String path, String name) {
        JsonNode node = expect(object.path(name), path + name, JsonNode::isTextual, "a string");
        if (node.isTextual() && !StandardCharsets.UTF_8.newEncoder().canEncode(node.textValue())) {
            violation(path + name, "contains half a surrogate pair, which is not a character");
        }
        return node.asText();
    }

    boolean flag(JsonNode object, String path, String name) {
        return expect(object.path(name), path + name, JsonNode::isBoolean, "true or false")
                .asBoolean();
    }

    /** Members of other names are violations, with this problem: for operations in which ignoring one would mislead. */
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
        return expect(object.path(name), path + name, JsonNode::isObject, "an object");
    }

    /** The elements of an array of objects, each read from it and its path with a dot at its end; others are left out. */
    <T> List<T> objects(JsonNode object, String path, String name, BiFunction<JsonNode, String, T> element) {
        JsonNode node = expect(object.path(name), path + name, JsonNode::isArray, "an array of objects");
        if (!node.isArray()) {
            return List.of();
        }
        List<T> elements = new ArrayList<>(node.size());
        for (int i = 0; i < node.size() && violations.size() < MAX_VIOLATIONS; i++) {
            String at = path + name + "[" + i + "]";
            if (expect(node.get(i), at, JsonNode::isObject, "an object").isObject()) {
                elements.add(element.apply(node.get(i), at + "."));
            }
        }
        return elements;
    }

    /** The elements of an optional array of texts; null if it is absent or no array. Null is no problem of an element. */
    @Nullable
    List<String> texts(JsonNode object, String name, Function<String, @Nullable String> problem) {
        JsonNode array = optional(object, name, JsonNode::isArray, "an array of strings", Function.identity());
        if (array == null || !array.isArray()) {
            return null;
        }
        List<String> texts = new ArrayList<>(array.size());
        for (int i = 0; i < array.size() && violations.size() < MAX_VIOLATIONS; i++) {
            JsonNode element = array.get(i);
            String wrong = element.isTextual()
                    ? problem.apply(element.textValue())
                    : "expected a string, got " + excerpt(element);
            if (wrong != null) {
                violation(name + "[" + i + "]", wrong);
            }
            texts.add(element.asText());
        }
        return texts;
    }

    static String excerpt(JsonNode node) {
        return node.isMissingNode() ? "nothing" : HttpProblem.shown(node.toString());
    }
}
