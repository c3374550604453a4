package dev.partnercatalog.query.contract;

import dev.partnercatalog.runtime.ResourceFile;
import dev.partnercatalog.runtime.http.Routes;
import dev.partnercatalog.schemas.registry.PublicSchema;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The AsyncAPI document of the input topics and the webhooks, and the Avro schemas to which it refers. The schemas of
 * webhooks are those in the OpenAPI document. Immutable.
 */
final class AsyncApiDocument {

    private static final String RESOURCE = "asyncapi.yaml";
    private static final String PATH = "/" + RESOURCE;

    /** The API's address in the file. */
    private static final String API = "http://127.0.0.1:8080";

    private static final String YAML = "application/yaml";
    private static final String AVRO = "application/vnd.apache.avro+json";

    private final byte[] yaml;

    /** The document for a service whose API is at an address without a slash at its end. */
    AsyncApiDocument(URI api) {
        yaml = ResourceFile.text(AsyncApiDocument.class, RESOURCE)
                .replace(API, api.toString())
                .getBytes(StandardCharsets.UTF_8);
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
