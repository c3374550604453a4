package dev.partnercatalog.schemas.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.schemas.registry.RegistryHttp.Answer;
import java.util.Set;
import java.util.TreeSet;

/**
 * Copies all versions of one subject to another subject in the same registry. A content id identifies content, whatever
 * the subject, so records are copied with the ids they contain. Not thread-safe.
 */
final class SubjectCopy {

    private final RegistryHttp http;
    private final Set<Integer> copied = new TreeSet<>();

    SubjectCopy(RegistryHttp http) {
        this.http = http;
    }

    /**
     * Copies the versions that weren't copied before; returns the content ids of all versions.
     *
     * @throws IncompatibleSchemaException if the other subject holds a version that one of these would break
     * @throws RegistryUnavailableException if the registry can't be reached, or gives a copy a different id
     */
    Set<Integer> copy(String from, String to) {
        for (Integer contentId : new TreeSet<>(SubjectVersions.ask(http, from))) {
            if (copied.contains(contentId)) {
                continue;
            }
            String path = "ids/contentIds/" + contentId;
            Answer content = http.get(path).expectOk();
            JsonNode references = http.get(path + "/references").expectOk().json();
            if (!content.isWhole()) {
                throw new RegistryUnavailableException("the schema with content id " + contentId + " is too long");
            }
            ObjectNode version = JsonNodeFactory.instance
                    .objectNode()
                    .put("content", content.body())
                    .put("contentType", "application/json");
            if (!references.isEmpty()) {
                version.set("references", references);
            }
            int made = SchemaRegistry.register(http, to, version);
            if (made != contentId) {
                throw new RegistryUnavailableException("the registry gave the schema with content id " + contentId
                        + " of " + from + " a different id, " + made + ", in " + to
                        + ": records written with it can't be copied");
            }
            copied.add(contentId);
        }
        return Set.copyOf(copied);
    }
}
