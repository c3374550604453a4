package dev.partnercatalog.schemas.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.avro.Schema;

/**
 * The text of a schema as it is registered: complete in one document, and without anything that only our Java classes
 * need.
 */
public final class PublicSchema {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String JAVA_STRING = "avro.java.string";

    private PublicSchema() {}

    public static String of(Schema schema) {
        try {
            return JSON.writeValueAsString(withoutJavaStrings(JSON.readTree(schema.toString())));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Avro printed a schema that is not JSON", e);
        }
    }

    private static JsonNode withoutJavaStrings(JsonNode node) {
        if (node instanceof ObjectNode object) {
            if (object.has(JAVA_STRING) && object.path("type").asText().equals("string")) {
                return object.get("type");
            }
            object.remove(JAVA_STRING);
            object.properties().forEach(field -> field.setValue(withoutJavaStrings(field.getValue())));
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, withoutJavaStrings(array.get(i)));
            }
        }
        return node;
    }
}
