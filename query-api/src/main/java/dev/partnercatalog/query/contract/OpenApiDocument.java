package dev.partnercatalog.query.contract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.partnercatalog.query.page.ServiceAddresses;
import dev.partnercatalog.runtime.ResourceFile;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The OpenAPI document, with the addresses of the publishing service and the values it accepts. Immutable. */
public final class OpenApiDocument {

    private static final String RESOURCE = "openapi.yaml";

    /** The text in the file for what a service's operator may change; each occurs once. */
    private static final String PROVIDERS = "[cova, greenline]";

    private static final String ORIGIN = "[Hh][Tt][Tt][Pp][Ss]" + AcceptedValues.HOST + "(:(0{0,2}443|0{0,1}8443))?";

    private final String yaml;
    private final JsonNode tree;

    /**
     * The document for one service.
     *
     * @param api the API's address as partners see it, without a slash at its end
     * @param issuer the token endpoint's, likewise
     * @param accepted the values that the service accepts where the operator decides
     */
    public OpenApiDocument(URI api, URI issuer, AcceptedValues accepted) {
        yaml = new ServiceAddresses(api, issuer)
                .in(ResourceFile.text(OpenApiDocument.class, RESOURCE))
                .replace(PROVIDERS, accepted.providerList())
                .replace(ORIGIN, accepted.origin());
        try {
            tree = new YAMLMapper().readTree(yaml);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(RESOURCE + " is not YAML", e);
        }
    }

    private OpenApiDocument(JsonNode tree) {
        this.tree = tree;
        try {
            yaml = new YAMLMapper().writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("can't write what was read", e);
        }
    }

    /** The same document for a service whose tokens come from another issuer: it has no token endpoint (D17). */
    OpenApiDocument withoutTokenEndpoint() {
        ObjectNode copy = tree.deepCopy();
        ObjectNode paths = copy.withObject("/paths");
        paths.properties().removeIf(path -> path.getValue().has("servers"));
        copy.withObject("/components/securitySchemes").remove(List.of("oauth2", "client"));
        copy.withArray("/security").removeIf(scheme -> scheme.has("oauth2"));
        copy.withArray("/tags").removeIf(tag -> tag.path("name").asText().equals("Token"));
        return new OpenApiDocument(copy);
    }

    public byte[] yaml() {
        return yaml.getBytes(StandardCharsets.UTF_8);
    }

    public byte[] json() {
        try {
            return new ObjectMapper().writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("can't write what was read", e);
        }
    }

    /** The document's tree; must not be changed. */
    JsonNode tree() {
        return tree;
    }
}
