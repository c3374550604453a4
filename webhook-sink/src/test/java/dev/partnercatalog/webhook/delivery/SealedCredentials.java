package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.credential.CredentialSeal;
import dev.partnercatalog.runtime.credential.OAuth2Client;
import dev.partnercatalog.runtime.credential.WebhookCredentials;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.webhook.credential.MasterKeys;
import java.util.List;

/** Settings of endpoints with what they require, encrypted under a master key of their own. */
final class SealedCredentials {

    static final WebhookCredentials NOTHING = new WebhookCredentials(false, List.of(), null, null);

    private final MasterKey masterKey = MasterKeys.another();
    private final CredentialSeal seal = new CredentialSeal(masterKey);

    MasterKey masterKey() {
        return masterKey;
    }

    static WebhookCredentials oauth2(PartnerServer login) {
        return new WebhookCredentials(
                false, List.of(), new OAuth2Client(login.url("/token"), "id", "s3cret", null), null);
    }

    EndpointSettings settings(Endpoint endpoint, WebhookCredentials credentials) {
        return settings(endpoint, credentials, WebhookControl.newBuilder());
    }

    /** @param others what else the settings say */
    EndpointSettings settings(Endpoint endpoint, WebhookCredentials credentials, WebhookControl.Builder others) {
        return EndpointSettings.of(
                endpoint,
                others.setAuthentication(seal.seal(endpoint.partnerId(), credentials))
                        .build(),
                true);
    }
}
