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
 * Fetches a schema from the registry, whole, also where it was registered in parts that refer to each other. One is made
 * for each schema: it counts what the schema takes.
 */
final class SchemaContent {

    static final int MAX_LENGTH = 256 << 10;
    static final int MAX_REFERENCES = 100;
    static final int MAX_JSON_DEPTH = 4 * SchemaShape.MAX_DEPTH;

    /** Comments are none of JSON, but Avro takes them. */
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
     * @throws UnfitSchemaException where it is no schema, or too large
     * @throws RegistryUnavailableException where the registry can't be reached
     */
    Schema fetch(int contentId) {
        String path = "ids/contentIds/" + contentId;
        String text = text(http.get(path));
        parseReferences(path + "/references");
        return parse(text);
    }

    /** Gives the parser the named types that a schema refers to, those that they refer to first. */
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

    /** What is missing stays so: to wait for the registry to find it would stop the records that follow for ever. */
    private static Answer found(Answer answer) {
        if (answer.status() == 400 || answer.status() == 404) {
            throw new UnfitSchemaException("the registry doesn't find it, or not all that it refers to");
        }
        return answer.expectOk();
    }

    private static UnfitSchemaException tooManyReferences() {
        return new UnfitSchemaException("it refers to more than " + MAX_REFERENCES + " others");
    }

    private static String segment(String name) {
        // A path that climbs would lead to another call than the one that is meant.
        if (name.isEmpty() || name.equals(".") || name.equals("..")) {
            throw new UnfitSchemaException("a reference of it names no artifact");
        }
        return RegistryHttp.segment(name);
    }

    private String text(Answer answer) {
        length += found(answer).body().length();
        if (length > MAX_LENGTH) {
            throw new UnfitSchemaException(
                    "its text, with that of the schemas it refers to, has more than " + MAX_LENGTH + " characters");
        }
        return answer.body();
    }

    private Schema parse(String text) {
        try (JsonParser json = JSON.createParser(text)) {
            // Avro's own parser takes 1,000 levels, each with several calls.
            JsonToken token;
            do {
                token = json.nextToken();
            } while (token != null);
            return parser.parse(text);
        } catch (IOException | RuntimeException e) {
            throw new UnfitSchemaException("it is no Avro schema: " + UnfitSchemaException.firstLine(e));
        }
    }
}
