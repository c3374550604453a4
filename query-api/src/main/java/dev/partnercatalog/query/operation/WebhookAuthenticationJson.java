package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.http.StrictJson;
import dev.partnercatalog.runtime.credential.ClientCertificate;
import dev.partnercatalog.runtime.credential.CredentialRules;
import dev.partnercatalog.runtime.credential.OAuth2Client;
import dev.partnercatalog.runtime.credential.StaticHeader;
import dev.partnercatalog.runtime.credential.WebhookCredentials;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a webhook's endpoint requires, as a partner writes it in JSON. Problems with a secret are reported without it.
 */
final class WebhookAuthenticationJson {

    private WebhookAuthenticationJson() {}

    /**
     * Reads a body. Members that are missing or null aren't required. Unlike elsewhere (D20), unknown members are
     * refused: a misspelt one would turn a protection off.
     *
     * @param urlProblem what is wrong with a token URL, as a predicate whose subject is the URL
     * @throws HttpProblem 400 with every violation
     */
    static WebhookCredentials read(byte[] body, Function<String, Optional<String>> urlProblem, Instant now) {
        JsonFields fields = new JsonFields();
        WebhookCredentials credentials = StrictJson.read(body, json -> credentials(json, fields));
        CredentialRules.violations(credentials, urlProblem, now)
                .forEach(violation -> fields.violation(violation.field(), violation.problem()));
        fields.requireNone();
        return credentials;
    }

    private static WebhookCredentials credentials(ObjectNode json, JsonFields fields) {
        only(json, "", fields, "ed25519", "headers", "oauth2", "clientCertificate");
        boolean ed25519 = json.hasNonNull("ed25519") && fields.flag(json, "", "ed25519");
        List<StaticHeader> headers = json.hasNonNull("headers")
                ? fields.objects(json, "", "headers", (header, at) -> header(header, at, fields))
                : List.of();
        OAuth2Client oauth2 = json.hasNonNull("oauth2") ? oauth2(fields.object(json, "", "oauth2"), fields) : null;
        ClientCertificate certificate = json.hasNonNull("clientCertificate")
                ? certificate(fields.object(json, "", "clientCertificate"), fields)
                : null;
        fields.requireNone();
        return new WebhookCredentials(ed25519, headers, oauth2, certificate);
    }

    private static void only(JsonNode object, String at, JsonFields fields, String... names) {
        fields.only(object, at, Set.of(names), "is not a member of this setting");
    }

    private static StaticHeader header(JsonNode json, String at, JsonFields fields) {
        only(json, at, fields, "name", "value");
        return new StaticHeader(secret(json, at, "name", fields), secret(json, at, "value", fields));
    }

    private static OAuth2Client oauth2(JsonNode json, JsonFields fields) {
        String at = "oauth2.";
        only(json, at, fields, "tokenUrl", "clientId", "clientSecret", "scope", "clientAuthentication", "parameters");
        return new OAuth2Client(
                secret(json, at, "tokenUrl", fields),
                secret(json, at, "clientId", fields),
                secret(json, at, "clientSecret", fields),
                json.hasNonNull("scope") ? secret(json, at, "scope", fields) : null,
                method(json, fields),
                parameters(json, fields));
    }

    private static OAuth2Client.Method method(JsonNode json, JsonFields fields) {
        if (!json.hasNonNull("clientAuthentication")) {
            return OAuth2Client.Method.BASIC;
        }
        OAuth2Client.Method method =
                OAuth2Client.Method.named(json.path("clientAuthentication").asText());
        if (method == null || !json.path("clientAuthentication").isTextual()) {
            fields.violation("oauth2.clientAuthentication", "expected " + OAuth2Client.Method.names());
        }
        return method == null ? OAuth2Client.Method.BASIC : method;
    }

    private static Map<String, String> parameters(JsonNode json, JsonFields fields) {
        Map<String, String> parameters = new TreeMap<>();
        if (json.hasNonNull("parameters")) {
            String at = "oauth2.parameters";
            JsonNode object = fields.object(json, "oauth2.", "parameters");
            object.fieldNames().forEachRemaining(name -> {
                if (!object.path(name).isTextual()) {
                    fields.violation(at, "expected strings");
                }
                parameters.put(name, object.path(name).asText());
            });
        }
        return parameters;
    }

    private static ClientCertificate certificate(JsonNode json, JsonFields fields) {
        String at = "clientCertificate.";
        only(json, at, fields, "certificates", "privateKey");
        return new ClientCertificate(secret(json, at, "certificates", fields), secret(json, at, "privateKey", fields));
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
