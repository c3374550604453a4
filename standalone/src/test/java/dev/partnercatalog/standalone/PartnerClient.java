package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.client.ClientAccounts.Credentials;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A partner's program: it has a token and requests variants. */
public final class PartnerClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** Longer than the service allows for a change, so that the service's own response is seen. */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final URI api;
    private final String token;

    private PartnerClient(URI api, String token) {
        this.api = api;
        this.token = token;
    }

    /** A client that was just created is known to the token endpoint a moment later. */
    public static PartnerClient authorized(CatalogAddresses catalog, Credentials credentials) {
        HttpRequest request = HttpRequest.newBuilder(catalog.auth().resolve("/oauth2/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("grant_type=client_credentials&scope=partner/read&client_id="
                        + credentials.clientId() + "&client_secret=" + credentials.clientSecret()))
                .timeout(TIMEOUT)
                .build();
        HttpResponse<String> answer = await().until(
                        () -> HTTP.send(request, HttpResponse.BodyHandlers.ofString()), r -> r.statusCode() == 200);
        return new PartnerClient(
                catalog.api(), read(answer.body()).path("access_token").asText());
    }

    /** The id of the key that signed the token. */
    String signedBy() {
        byte[] header = Base64.getUrlDecoder().decode(token.substring(0, token.indexOf('.')));
        return read(new String(header, StandardCharsets.UTF_8)).path("kid").asText();
    }

    /** The same client, sending requests to another instance. */
    public PartnerClient at(URI instance) {
        return new PartnerClient(instance, token);
    }

    /** The response of batch-get, whatever its status. */
    public HttpResponse<String> batchGet(
            long companyId, long locationId, Collection<String> barcodes, Collection<String> skus) throws Exception {
        ObjectNode body = JSON.createObjectNode().put("locationId", locationId);
        barcodes.forEach(body.putArray("barcodes")::add);
        skus.forEach(body.putArray("skus")::add);
        return HTTP.send(
                request("POST", "/v1/" + companyId + "/variants/batch-get", body.toString()),
                HttpResponse.BodyHandlers.ofString());
    }

    /**
     * The response of any operation, whatever its status.
     *
     * @param body null for none
     * @param headers names and values, alternating
     */
    public CompletableFuture<HttpResponse<String>> send(
            String method, String path, @Nullable String body, String... headers) {
        return HTTP.sendAsync(request(method, path, body, headers), HttpResponse.BodyHandlers.ofString());
    }

    /** The response to a GET, whatever its status. */
    public HttpResponse<String> get(String path) throws Exception {
        return send("GET", path, null).get();
    }

    /** What a GET answers, which must succeed. */
    JsonNode read200(String path) throws Exception {
        HttpResponse<String> answer = get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return read(answer.body());
    }

    private HttpRequest request(String method, String path, @Nullable String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(api.resolve(path))
                .header("Authorization", "Bearer " + token)
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
                .timeout(TIMEOUT);
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return request.build();
    }

    /** The response of batch-get when it must succeed. */
    public JsonNode variants(long companyId, long locationId, Collection<String> barcodes, Collection<String> skus)
            throws Exception {
        HttpResponse<String> answer = batchGet(companyId, locationId, barcodes, skus);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return read(answer.body());
    }

    /** What anybody gets from an address. */
    static HttpResponse<String> get(URI address) throws IOException, InterruptedException {
        return HTTP.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    }

    public static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }

    /** The objects of the first array with this name in a document, at any depth, byte for byte as they are in it. */
    public static List<String> objects(String document, String array) {
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        List<String> objects = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(bytes)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.START_ARRAY && array.equals(parser.currentName())) {
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        int start = (int) parser.currentTokenLocation().getByteOffset();
                        parser.skipChildren();
                        int end = (int) parser.currentLocation().getByteOffset();
                        objects.add(new String(bytes, start, end - start, StandardCharsets.UTF_8));
                    }
                    return objects;
                }
            }
        } catch (IOException e) {
            throw new AssertionError(document, e);
        }
        return objects;
    }
}
