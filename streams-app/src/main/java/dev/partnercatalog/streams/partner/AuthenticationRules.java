package dev.partnercatalog.streams.partner;

import dev.partnercatalog.records.AuthenticationPart;
import dev.partnercatalog.records.ConfigureAuthentication;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.Violation;
import dev.partnercatalog.records.WebhookAuthentication;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.streams.partner.CommandRules.RefusedException;
import java.util.List;

/**
 * How a command changes the way in which a partner's webhook authenticates itself. Secrets arrive encrypted, so their
 * format was already checked by whoever encrypted them. Pure.
 */
final class AuthenticationRules {

    /** The maximum size in Avro. Every record about a partner's current state contains all of it. */
    static final int LARGEST = 64 << 10;

    private static final SingleObjectSerde<WebhookAuthentication> ENCODED =
            new SingleObjectSerde<>(WebhookAuthentication.class);

    private AuthenticationRules() {}

    /** @param timestamp of the command, in epoch milliseconds */
    static WebhookControl apply(WebhookControl before, ConfigureAuthentication change, long timestamp)
            throws RefusedException {
        WebhookAuthentication authentication = authentication(before.getAuthentication(), change);
        if (authentication.getOauth2() != null
                && authentication.getHeaders().stream()
                        .anyMatch(header -> header.getName().equalsIgnoreCase("Authorization"))) {
            throw invalid("headers", "can't contain Authorization if oauth2 is set: it is used for the access token");
        }
        int size = ENCODED.encode(authentication).length;
        if (size > LARGEST) {
            throw invalid("authentication", "would be " + size + " bytes long, more than the limit of " + LARGEST);
        }
        WebhookControl.Builder after = WebhookControl.newBuilder(before).setAuthentication(authentication);
        if (change.getRotateKey()) {
            after.setKeyGeneration(before.getKeyGeneration() + 1).setKeyRotatedAt(timestamp);
        }
        return after.build();
    }

    private static WebhookAuthentication authentication(WebhookAuthentication before, ConfigureAuthentication change)
            throws RefusedException {
        WebhookAuthentication.Builder after = WebhookAuthentication.newBuilder(before);
        for (AuthenticationPart part : change.getDrop()) {
            switch (part) {
                case ED25519 -> after.setEd25519(false);
                case HEADERS -> after.setHeaders(List.of());
                case OAUTH2 -> after.setOauth2(null);
                case CLIENT_CERTIFICATE -> after.setClientCertificate(null);
                case UNKNOWN -> throw invalid("drop", "contains a part that this version doesn't know");
            }
        }
        WebhookAuthentication set = change.getSet();
        if (set.getEd25519()) {
            after.setEd25519(true);
        }
        if (!set.getHeaders().isEmpty()) {
            after.setHeaders(set.getHeaders());
        }
        if (set.getOauth2() != null) {
            after.setOauth2(set.getOauth2());
        }
        if (set.getClientCertificate() != null) {
            after.setClientCertificate(set.getClientCertificate());
        }
        return after.build();
    }

    private static RefusedException invalid(String field, String problem) {
        return new RefusedException(RefusalCode.INVALID_REQUEST, List.of(new Violation(field, problem)));
    }
}
