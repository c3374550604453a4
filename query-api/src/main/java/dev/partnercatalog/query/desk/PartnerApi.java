package dev.partnercatalog.query.desk;

import dev.partnercatalog.http.InnerRequest;
import dev.partnercatalog.http.InnerRequests;
import dev.partnercatalog.query.access.Authenticator;
import dev.partnercatalog.runtime.html.Place;
import io.javalin.http.Context;
import java.util.HashMap;
import java.util.Map;

/** The API's operations as the client that has signed in may use them. For one request of a page. */
final class PartnerApi {

    private static final String JSON = "application/json";

    private final InnerRequests operations;
    private final Context page;
    private final String clientId;

    PartnerApi(InnerRequests operations, Context page, String clientId) {
        this.operations = operations;
        this.page = page;
        this.clientId = clientId;
    }

    ApiReply get(Place place) {
        return send("GET", place, Map.of(), "");
    }

    /** @param key by which the change is made once, however often its form is sent */
    ApiReply post(Place place, String json, String key) {
        return send("POST", place, json.isEmpty() ? key(key) : withType(JSON, key), json);
    }

    /**
     * See {@link #post}.
     *
     * @param tag of what is changed: if it has another by now, someone else has changed it, and nothing is done
     */
    ApiReply put(Place place, String json, String key, String tag) {
        return change("PUT", place, withType(JSON, key), json, tag);
    }

    /** See {@link #put}; the body is a merge patch. */
    ApiReply patch(Place place, String json, String key, String tag) {
        return change("PATCH", place, withType("application/merge-patch+json", key), json, tag);
    }

    private ApiReply change(String method, Place place, Map<String, String> headers, String json, String tag) {
        headers.put("If-Match", tag);
        return send(method, place, headers, json);
    }

    private static Map<String, String> key(String key) {
        return Map.of("Idempotency-Key", key);
    }

    private static Map<String, String> withType(String type, String key) {
        Map<String, String> headers = new HashMap<>(key(key));
        headers.put("Content-Type", type);
        return headers;
    }

    ApiReply send(String method, Place place, Map<String, String> headers, String body) {
        String[] parts = place.toString().split("\\?", 2);
        return send(method, parts[0], parts.length == 1 ? "" : parts[1], headers, body);
    }

    /** @param path encoded, as a client would send it */
    ApiReply send(String method, String path, String query, Map<String, String> headers, String body) {
        return ApiReply.of(operations.send(
                page, new InnerRequest(method, path, query, headers, body, Map.of(Authenticator.SIGNED_IN, clientId))));
    }
}
