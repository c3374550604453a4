package dev.partnercatalog.query.operation;

import dev.partnercatalog.http.RequestBody;
import dev.partnercatalog.query.access.Caller;
import dev.partnercatalog.records.AuthenticationPart;
import dev.partnercatalog.records.ConfigureAuthentication;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookAuthentication;
import dev.partnercatalog.runtime.credential.CredentialSeal;
import dev.partnercatalog.runtime.credential.CredentialSummary;
import dev.partnercatalog.runtime.credential.WebhookCredentials;
import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.List;

/**
 * What a partner's endpoint requires of the sender, as the partner sets it and sees it:
 * {@code /v1/partner/webhook/authentication}. Secrets are encrypted here, and never shown again.
 */
final class WebhookAuthenticationOperations {

    static final String PATH = "/v1/partner/webhook/authentication";

    private static final List<AuthenticationPart> ALL = List.of(
            AuthenticationPart.ED25519,
            AuthenticationPart.HEADERS,
            AuthenticationPart.OAUTH2,
            AuthenticationPart.CLIENT_CERTIFICATE);

    private final WebhookOperations webhook;
    private final Changes changes;
    private final CredentialSeal seal;
    private final WebhookUrlCheck urls;
    private final OperationLimits limits;
    private final InstantSource clock;

    WebhookAuthenticationOperations(
            WebhookOperations webhook,
            Changes changes,
            CredentialSeal seal,
            WebhookUrlCheck urls,
            OperationLimits limits,
            InstantSource clock) {
        this.webhook = webhook;
        this.changes = changes;
        this.seal = seal;
        this.urls = urls;
        this.limits = limits;
        this.clock = clock;
    }

    void get(Context context, Caller caller) {
        write(context, webhook.config(caller));
    }

    void put(Context context, Caller caller) {
        webhook.config(caller);
        byte[] body = RequestBody.json(context, limits.maxBodyBytes());
        WebhookCredentials credentials = WebhookAuthenticationJson.read(body, urls::problem, clock.instant());
        replace(context, caller, seal.seal(caller.partnerId(), credentials));
    }

    void delete(Context context, Caller caller) {
        webhook.config(caller);
        var unused = RequestBody.bytes(context, limits.maxBodyBytes());
        replace(context, caller, CredentialSeal.nothing());
    }

    private void replace(Context context, Caller caller, WebhookAuthentication by) {
        write(context, changes.make(caller, null, new ConfigureAuthentication(ALL, by, false)));
    }

    private static void write(Context context, PartnerConfig config) {
        context.header("Cache-Control", "no-store")
                .result(CredentialSummary.of(config.getWebhookControl()).toString());
    }
}
