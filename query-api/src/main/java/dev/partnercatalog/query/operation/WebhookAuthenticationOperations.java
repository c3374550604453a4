package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.command.PartnerCommands.Kind;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.configuration.WebhookRequests;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.runtime.http.RequestBody;
import dev.partnercatalog.runtime.http.StrictJson;
import dev.partnercatalog.runtime.secret.HeaderSeal;
import dev.partnercatalog.runtime.secret.StaticHeader;
import io.javalin.http.Context;
import java.util.List;
import java.util.Set;

/**
 * The headers that a partner's endpoint requires of the sender, as the partner sets and sees them:
 * {@code /v1/partner/webhook/authentication}. Values are encrypted here, and never shown again.
 */
final class WebhookAuthenticationOperations {

    private record Shown(List<Name> headers) {}

    private record Name(String name) {}

    private final WebhookOperations webhook;
    private final Changes changes;
    private final HeaderSeal seal;
    private final int maxBodyBytes;

    WebhookAuthenticationOperations(WebhookOperations webhook, Changes changes, HeaderSeal seal, int maxBodyBytes) {
        this.webhook = webhook;
        this.changes = changes;
        this.seal = seal;
        this.maxBodyBytes = maxBodyBytes;
    }

    void get(Context context, Caller caller) {
        write(context, webhook.config(caller));
    }

    void put(Context context, Caller caller) {
        webhook.config(caller);
        byte[] body = RequestBody.json(context, maxBodyBytes);
        List<StaticHeader> headers = read(body);
        replace(context, caller, seal.seal(caller.partnerId(), headers));
    }

    void delete(Context context, Caller caller) {
        webhook.config(caller);
        var unused = RequestBody.bytes(context, maxBodyBytes);
        replace(context, caller, List.of());
    }

    private void replace(Context context, Caller caller, List<WebhookHeader> by) {
        write(
                context,
                changes.ofWebhook(
                        caller, Kind.CHANGE, config -> WebhookRequests.withHeaders(config.getWebhookControl(), by)));
    }

    private static void write(Context context, PartnerConfig config) {
        List<Name> names = config.getWebhookControl().getHeaders().stream()
                .map(header -> new Name(header.getName()))
                .toList();
        context.header("Cache-Control", "no-store").result(JsonOutput.of(new Shown(names)));
    }

    /**
     * Reads a body. Unlike elsewhere (D20), unknown members are refused: a misspelt one would turn a protection off.
     *
     * @throws HttpProblem 400 with every violation
     */
    private static List<StaticHeader> read(byte[] body) {
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
