package dev.partnercatalog.query.operation;

import dev.partnercatalog.http.JsonOutput;
import dev.partnercatalog.http.RequestBody;
import dev.partnercatalog.query.access.Caller;
import dev.partnercatalog.records.ConfigureWebhook;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookSettings;
import io.javalin.http.Context;

/** The content of a partner's messages, as it sees and chooses it: {@code /v1/partner/webhook/settings} (D24). */
final class WebhookSettingsOperations {

    static final String PATH = "/v1/partner/webhook/settings";

    private final WebhookOperations webhook;
    private final Changes changes;
    private final OperationLimits limits;

    WebhookSettingsOperations(WebhookOperations webhook, Changes changes, OperationLimits limits) {
        this.webhook = webhook;
        this.changes = changes;
        this.limits = limits;
    }

    void get(Context context, Caller caller) {
        EntityTags ifNoneMatch = EntityTags.of(context, "If-None-Match");
        WebhookControl control = webhook.config(caller).getWebhookControl();
        if (ifNoneMatch != null && ifNoneMatch.matches(control.getSettingsRevision())) {
            context.status(304)
                    .removeHeader("Content-Type")
                    .header("ETag", EntityTags.of(control.getSettingsRevision()));
            return;
        }
        write(context, control);
    }

    void put(Context context, Caller caller) {
        webhook.config(caller);
        byte[] body = RequestBody.json(context, limits.maxBodyBytes());
        EntityTags ifMatch = EntityTags.of(context, "If-Match");
        WebhookSettings settings = WebhookSettingsJson.read(body);
        write(
                context,
                changes.make(caller, ifMatch, new ConfigureWebhook(settings))
                        .getWebhookControl());
    }

    private static void write(Context context, WebhookControl control) {
        context.header("ETag", EntityTags.of(control.getSettingsRevision()));
        context.result(JsonOutput.of(control.getSettings()));
    }
}
