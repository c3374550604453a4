package dev.partnercatalog.query.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The headers and members of the responses that the OpenAPI document declares. A member's name begins with that of its
 * schema, as in {@code Attempt.time}. Immutable.
 */
public final class DeclaredResponses {

    private final JsonNode document;

    public DeclaredResponses(JsonNode document) {
        this.document = document;
    }

    /** Those of the headers that a response must not have, in lower case; none if the document lacks the operation. */
    Set<String> undeclared(String method, String path, int status, Collection<String> headers) {
        JsonNode response = response(method, path, status);
        if (response.isMissingNode()) {
            return Set.of();
        }
        Set<String> declared = headersOf(response);
        return headers.stream()
                .map(header -> header.toLowerCase(Locale.ROOT))
                .filter(header -> !declared.contains(header))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** What a response has of all that is declared: its members, and its headers in lower case. */
    public Set<String> seen(String method, String path, int status, Collection<String> headers, JsonNode body) {
        JsonNode response = response(method, path, status);
        Set<String> seen = new HashSet<>();
        Set<String> declared = headersOf(response);
        headers.stream()
                .map(header -> header.toLowerCase(Locale.ROOT))
                .filter(declared::contains)
                .forEach(seen::add);
        addMembers(response.at("/content/application~1json/schema"), body, "", seen);
        return seen;
    }

    /** Everything that is declared for operations at such paths. */
    public Set<String> all(Predicate<JsonNode> path) {
        Set<String> all = new TreeSet<>();
        Set<String> visited = new HashSet<>();
        for (JsonNode operations : document.path("paths")) {
            if (path.test(operations)) {
                operations.forEach(operation -> operation.path("responses").forEach(declared -> {
                    JsonNode response = resolved(declared);
                    all.addAll(headersOf(response));
                    addMembers(response.at("/content/application~1json/schema"), null, "", all, visited);
                }));
            }
        }
        return all;
    }

    private JsonNode response(String method, String path, int status) {
        JsonNode responses =
                operations(path).path(method.toLowerCase(Locale.ROOT)).path("responses");
        JsonNode declared = responses.path(Integer.toString(status));
        return resolved(declared.isMissingNode() ? responses.path("default") : declared);
    }

    private JsonNode operations(String path) {
        JsonNode exact = document.path("paths").path(path);
        if (!exact.isMissingNode()) {
            return exact;
        }
        List<String> segments = List.of(path.split("/", -1));
        for (Map.Entry<String, JsonNode> declared : document.path("paths").properties()) {
            List<String> expected = List.of(declared.getKey().split("/", -1));
            if (expected.size() == segments.size()
                    && IntStream.range(0, segments.size())
                            .allMatch(i -> expected.get(i).startsWith("{")
                                    || expected.get(i).equals(segments.get(i)))) {
                return declared.getValue();
            }
        }
        return MissingNode.getInstance();
    }

    private static Set<String> headersOf(JsonNode response) {
        return response.path("headers").properties().stream()
                .map(header -> header.getKey().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    private void addMembers(JsonNode schema, JsonNode value, String name, Set<String> members) {
        addMembers(schema, value, name, members, new HashSet<>());
    }

    /**
     * @param value whose members count; null for all that are declared
     * @param visited the schemas whose members have been added, if all count
     */
    private void addMembers(
            JsonNode schema, @Nullable JsonNode value, String name, Set<String> members, Set<String> visited) {
        if (schema.has("$ref")) {
            String target = schema.path("$ref").asText();
            if (value != null || visited.add(target)) {
                addMembers(resolved(schema), value, target.substring(target.lastIndexOf('/') + 1), members, visited);
            }
            return;
        }
        schema.path("allOf").forEach(part -> addMembers(part, value, name, members, visited));
        schema.path("oneOf").forEach(part -> addMembers(part, value, name, members, visited));
        schema.path("properties").properties().forEach(property -> {
            String member = name + "." + property.getKey();
            if (value == null || value.has(property.getKey())) {
                members.add(member);
                addMembers(
                        property.getValue(),
                        value == null ? null : value.get(property.getKey()),
                        member,
                        members,
                        visited);
            }
        });
        for (String inner : List.of("items", "additionalProperties")) {
            if (schema.path(inner).isObject()) {
                if (value == null) {
                    addMembers(schema.path(inner), null, name, members, visited);
                } else {
                    value.forEach(element -> addMembers(schema.path(inner), element, name, members, visited));
                }
            }
        }
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
    }
}
