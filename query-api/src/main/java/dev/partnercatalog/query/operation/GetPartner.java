package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.access.PartnerDirectory.PartnerConfigurations;
import dev.partnercatalog.query.command.ConfirmedChanges;
import dev.partnercatalog.records.PartnerConfig;
import io.javalin.http.Context;
import java.io.IOException;

/** {@code GET /v1/partner}: the caller's partner configuration, even if the partner is disabled (D16). */
final class GetPartner implements CallerHandler {

    private final PartnerConfigurations configurations;
    private final ConfirmedChanges confirmed;

    GetPartner(PartnerConfigurations configurations, ConfirmedChanges confirmed) {
        this.configurations = configurations;
        this.confirmed = confirmed;
    }

    @Override
    public void handle(Context context, Caller caller) throws IOException {
        EntityTags ifNoneMatch = EntityTags.of(context, "If-None-Match");
        confirmed.await(caller.partnerId());
        PartnerConfig config = configurations.partner(caller.partnerId());
        if (config == null) {
            throw Changes.noConfiguration(caller.partnerId());
        }
        long revision = PartnerAnswer.revision(config);
        if (ifNoneMatch != null && ifNoneMatch.matches(revision)) {
            context.status(304).removeHeader("Content-Type").header("ETag", EntityTags.of(revision));
            return;
        }
        PartnerAnswer.write(context, config);
    }
}
