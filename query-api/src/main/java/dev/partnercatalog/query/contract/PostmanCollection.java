package dev.partnercatalog.query.contract;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.query.contract.PostmanRequest.Auth;
import dev.partnercatalog.query.contract.PostmanRequest.Item;
import dev.partnercatalog.query.contract.PostmanRequest.Value;
import dev.partnercatalog.runtime.ResourceFile;
import dev.partnercatalog.runtime.http.JsonOutput;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Postman collection (v2.1) of every operation in the OpenAPI document, with a folder for each tag, in an order in
 * which it can be run from top to bottom: the token first (D23).
 */
record PostmanCollection(Info info, Auth auth, List<Folder> item, List<Value> variable) {

    private static final String SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

    private record Info(String name, String description, String schema) {}

    private record Folder(String name, List<Item> item) {}

    static byte[] of(OpenApiDocument document, URI api, URI issuer) {
        JsonNode tree = document.tree();
        return JsonOutput.of(new PostmanCollection(
                new Info(
                        tree.at("/info/title").asText(),
                        ResourceFile.text(PostmanCollection.class, "postman.md"),
                        SCHEMA),
                new Auth("bearer", List.of(new Value("token", "{{accessToken}}", "string"))),
                requestsByTag(tree).entrySet().stream()
                        .map(tag -> new Folder(tag.getKey(), tag.getValue()))
                        .toList(),
                List.of(
                        variable("baseUrl", api.toString()),
                        variable("authUrl", issuer.toString()),
                        variable("clientId", ""),
                        variable("clientSecret", ""),
                        variable("accessToken", ""),
                        variable("partnerId", ""),
                        variable("companyId", ""),
                        variable("locationId", ""),
                        variable("barcode", "4001"),
                        variable("sku", "NS-1"),
                        variable("provider", "greenline"),
                        variable("providerId", "g-7"),
                        variable("partner", ""),
                        variable("etag", ""),
                        variable("changes", ""),
                        variable("deliveryId", ""))));
    }

    private static Value variable(String key, String value) {
        return new Value(key, value, "string");
    }

    private static Map<String, List<Item>> requestsByTag(JsonNode document) {
        Map<String, List<Item>> byTag = new LinkedHashMap<>();
        document.path("tags").forEach(tag -> byTag.put(tag.path("name").asText(), new ArrayList<>()));
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(method -> {
                    JsonNode operation = method.getValue();
                    List<Item> requests =
                            byTag.get(operation.path("tags").path(0).asText());
                    if (requests != null && operation.has("operationId")) {
                        boolean elsewhere = path.getValue().has("servers");
                        requests.add(new PostmanRequest(document, operation)
                                .item(method.getKey(), elsewhere ? "authUrl" : "baseUrl", path.getKey()));
                    }
                }));
        return byTag;
    }
}
