package dev.partnercatalog.query.contract;

import dev.partnercatalog.http.Routes;
import dev.partnercatalog.schemas.registry.PublicSchema;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The AsyncAPI document of the input topics and of the webhooks, and the Avro schemas that it refers to. The schemas of
 * webhooks are those of the OpenAPI document beside it. Immutable.
 */
final class AsyncApiDocument {

    private static final String RESOURCE = "asyncapi.yaml";
    private static final String PATH = "/" + RESOURCE;

    /** The API's address as the file has it. */
    private static final String API = "http://127.0.0.1:8080";

    private static final String YAML = "application/yaml";
    private static final String AVRO = "application/vnd.apache.avro+json";

    private final byte[] yaml;

    /** The document of a service whose API is at an address without a slash at its end. */
    AsyncApiDocument(URI api) {
        yaml = ResourceFile.text(RESOURCE).replace(API, api.toString()).getBytes(StandardCharsets.UTF_8);
    }

    void addTo(Routes routes) {
        routes.get(PATH, context -> context.contentType(YAML).result(yaml));
        Arrays.stream(CatalogTopic.values()).filter(CatalogTopic::isInput).forEach(topic -> {
            byte[] schema = PublicSchema.of(topic.valueSchema()).getBytes(StandardCharsets.UTF_8);
            routes.get(
                    "/schemas/" + topic.baseName() + ".avsc",
                    context -> context.contentType(AVRO).result(schema));
        });
    }
}
