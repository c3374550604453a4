package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.StrictJson;
import dev.partnercatalog.runtime.secret.StaticHeader;
import java.util.List;
import java.util.Set;

/**
 * The headers that a webhook's endpoint requires, as a partner writes them in JSON. Problems with one are reported
 * without its value.
 */
final class WebhookAuthenticationJson {

    private WebhookAuthenticationJson() {}

    /**
     * Reads a body. Unlike elsewhere (D20), unknown members are refused: a misspelt one would turn a protection off.
     *
     * @throws HttpProblem 400 with every violation
     */
    static List<StaticHeader> read(byte[] body) {
        JsonFields fields = new JsonFields();
        List<StaticHeader> headers = StrictJson.read(body, json -> headers(json, fields));
        StaticHeader.violations(headers).forEach(violation -> fields.violation(violation.field(), violation.problem()));
        fields.requireNone();
        return headers;
    }

    private static List<StaticHeader> headers(ObjectNode json, JsonFields fields) {
        only(json, "", fields, "headers");
        List<StaticHeader> headers = json.has("headers")
                ? fields.objects(json, "", "headers", (header, at) -> header(header, at, fields))
                : List.of();
        fields.requireNone();
        return headers;
    }

    private static void only(JsonNode object, String at, JsonFields fields, String... names) {
        fields.only(object, at, Set.of(names), "is not a member of this setting");
    }

    private static StaticHeader header(JsonNode json, String at, JsonFields fields) {
        only(json, at, fields, "name", "value");
        return new StaticHeader(secret(json, at, "name", fields), secret(json, at, "value", fields));
    }

    /** Like {@link JsonFields#text}, but without showing the value received instead. */
    private static String secret(JsonNode object, String path, String name, JsonFields fields) {
        JsonNode node = object.path(name);
        if (!node.isTextual()) {
            fields.violation(path + name, "expected a string");
        }
        return node.asText();
    }
}
