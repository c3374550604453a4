package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.command.PartnerCommands.Kind;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.configuration.WebhookRequests;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.runtime.http.RequestBody;
import dev.partnercatalog.runtime.secret.HeaderSeal;
import dev.partnercatalog.runtime.secret.StaticHeader;
import io.javalin.http.Context;
import java.util.List;

/**
 * The headers that a partner's endpoint requires of the sender, as the partner sets and sees them:
 * {@code /v1/partner/webhook/authentication}. Values are encrypted here, and never shown again.
 */
final class WebhookAuthenticationOperations {

    static final String PATH = "/v1/partner/webhook/authentication";

    private record Shown(List<Name> headers) {}

    private record Name(String name) {}

    private final WebhookOperations webhook;
    private final Changes changes;
    private final HeaderSeal seal;
    private final OperationLimits limits;

    WebhookAuthenticationOperations(
            WebhookOperations webhook, Changes changes, HeaderSeal seal, OperationLimits limits) {
        this.webhook = webhook;
        this.changes = changes;
        this.seal = seal;
        this.limits = limits;
    }

    void get(Context context, Caller caller) {
        write(context, webhook.config(caller));
    }

    void put(Context context, Caller caller) {
        webhook.config(caller);
        byte[] body = RequestBody.json(context, limits.maxBodyBytes());
        List<StaticHeader> headers = WebhookAuthenticationJson.read(body);
        replace(context, caller, seal.seal(caller.partnerId(), headers));
    }

    void delete(Context context, Caller caller) {
        webhook.config(caller);
        var unused = RequestBody.bytes(context, limits.maxBodyBytes());
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
}
