package dev.partnercatalog.schemas.registry;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.schemas.registry.RegistryHttp.Answer;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.avro.Schema;

/**
 * Fetches a complete schema from the registry, even if it was registered in parts that refer to each other. One
 * instance fetches one schema, because it counts how much that schema takes.
 */
final class SchemaContent {

    static final int MAX_LENGTH = 256 << 10;
    static final int MAX_REFERENCES = 100;
    static final int MAX_JSON_DEPTH = 4 * SchemaShape.MAX_DEPTH;

    /** JSON has no comments, but Avro accepts them. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_JSON_DEPTH)
                    .build())
            .build();

    private final RegistryHttp http;
    private final Schema.Parser parser = new Schema.Parser();
    private final Set<String> references = new HashSet<>();
    private int length;

    SchemaContent(RegistryHttp http) {
        this.http = http;
    }

    /**
     * The schema with a content id.
     *
     * @throws UnfitSchemaException if it isn't a schema, or is too large
     * @throws RegistryUnavailableException if the registry can't be reached
     */
    Schema fetch(int contentId) {
        String path = "ids/contentIds/" + contentId;
        String text = text(http.get(path));
        parseReferences(path + "/references");
        return parse(text);
    }

    /** Gives the parser the named types that a schema refers to, after those that they refer to themselves. */
    private void parseReferences(String path) {
        Answer answer = found(http.get(path));
        if (!answer.isWhole()) {
            throw tooManyReferences();
        }
        for (JsonNode reference : answer.json()) {
            String version = "groups/" + segment(reference.path("groupId").asText(SchemaRegistry.DEFAULT_GROUP))
                    + "/artifacts/" + segment(reference.path("artifactId").asText()) + "/versions/"
                    + segment(reference.path("version").asText());
            if (!references.add(version)) {
                continue;
            }
            if (references.size() > MAX_REFERENCES) {
                throw tooManyReferences();
            }
            parseReferences(version + "/references");
            parse(text(http.get(version + "/content")));
        }
    }

    /** A missing schema is final: waiting for the registry to find it would stop all later records for good. */
    private static Answer found(Answer answer) {
        if (answer.status() == 400 || answer.status() == 404) {
            throw new UnfitSchemaException("the registry can't find it, or something it refers to");
        }
        return answer.expectOk();
    }

    private static UnfitSchemaException tooManyReferences() {
        return new UnfitSchemaException("it refers to more than " + MAX_REFERENCES + " other schemas");
    }

    private static String segment(String name) {
        // A path with ".." would reach a different API call.
        if (name.isEmpty() || name.equals(".") || name.equals("..")) {
            throw new UnfitSchemaException("one of its references has no valid artifact name");
        }
        return RegistryHttp.segment(name);
    }

    private String text(Answer answer) {
        length += found(answer).body().length();
        if (length > MAX_LENGTH) {
            throw new UnfitSchemaException(
                    "its text and that of the schemas it refers to exceed " + MAX_LENGTH + " characters");
        }
        return answer.body();
    }

    private Schema parse(String text) {
        try (JsonParser json = JSON.createParser(text)) {
            // Avro's own parser accepts 1,000 levels, each of which takes several stack frames.
            JsonToken token;
            do {
                token = json.nextToken();
            } while (token != null);
            return parser.parse(text);
        } catch (IOException | RuntimeException e) {
            throw new UnfitSchemaException("it is not an Avro schema: " + UnfitSchemaException.firstLine(e));
        }
    }
}
