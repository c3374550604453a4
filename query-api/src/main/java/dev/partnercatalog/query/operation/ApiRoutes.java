package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.access.Authenticator;
import dev.partnercatalog.query.access.PartnerDirectory.PartnerConfigurations;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.query.contract.PublishedDocuments;
import dev.partnercatalog.query.table.CatalogReader;
import dev.partnercatalog.runtime.http.ErrorBody;
import dev.partnercatalog.runtime.http.Routes;
import dev.partnercatalog.runtime.secret.HeaderSeal;
import io.javalin.http.Handler;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Every operation of the API and its path. An operation is either for callers only, or explicitly open. */
public final class ApiRoutes {

    private static final String WEBHOOK = "/v1/partner/webhook";
    private static final String SHARED_CUSTOMER = "/v1/partner/enabled-shared-customer";

    /** All headers of the contract but those that every script may read. */
    private static final String EXPOSED = "Accept, Accept-Patch, Allow, Catalog-Age, ETag, Link,"
            + " RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id";

    private final Authenticator authenticator;

    private ApiRoutes(Authenticator authenticator) {
        this.authenticator = authenticator;
    }

    public static Routes of(
            Authenticator authenticator,
            PartnerConfigurations configurations,
            CatalogReader catalog,
            Supplier<HealthStatus> health,
            OperationLimits limits,
            Clock clock,
            PartnerChanges partnerChanges,
            FeedSettings feed,
            PublishedDocuments documents) {
        ApiRoutes api = new ApiRoutes(authenticator);
        PartnerDirectory partners = new PartnerDirectory(configurations);
        Changes changes = new Changes(partnerChanges.commands());
        ChangePartner partner = new ChangePartner(configurations, changes, partnerChanges.urls(), limits);
        VariantsResponse response = new VariantsResponse();
        Routes routes = new Routes()
                .getAlways("/v1/service/health", new GetHealth(health, clock))
                .get(ChangePartner.PATH, api.forCallers(new GetPartner(configurations, partnerChanges.confirmed())))
                .put(ChangePartner.PATH, api.forCallers(partner::put))
                .patch(ChangePartner.PATH, api.forCallers(partner::patch))
                .post(
                        SHARED_CUSTOMER,
                        api.forCallers(new EnableCustomer(
                                partners, partnerChanges.customers(), changes, partnerChanges.providers(), limits)))
                .get(
                        "/v1/{companyId}/location/{locationId}",
                        api.forCallers(new GetLocationConfiguration(partners, configurations)))
                .post(
                        "/v1/{companyId}/variants/batch-get",
                        api.forCallers(new BatchGetVariants(partners, configurations, catalog, limits, response)));
        api.addFeed(
                routes,
                new VariantFeed(authenticator, partners, configurations, catalog, feed, clock),
                catalog,
                response);
        WebhookOperations webhook = new WebhookOperations(partners, partnerChanges, changes, limits, clock);
        api.addWebhook(routes, webhook);
        WebhookAuthenticationOperations authentication = new WebhookAuthenticationOperations(
                webhook, changes, new HeaderSeal(partnerChanges.secrets().masterKey()), limits);
        routes.get(WebhookAuthenticationOperations.PATH, api.forCallers(authentication::get))
                .put(WebhookAuthenticationOperations.PATH, api.forCallers(authentication::put))
                .delete(WebhookAuthenticationOperations.PATH, api.forCallers(authentication::delete));
        documents.addTo(routes);
        return routes.awaitBodies(limits.maxBodyBytes(), authenticator::isGood).allowPreflight();
    }

    private void addFeed(Routes routes, VariantFeed feed, CatalogReader catalog, VariantsResponse response) {
        Handler snapshot = forCallers(new GetVariants(feed, catalog, response));
        Handler changes = forCallers(new GetVariantChanges(feed, catalog, response));
        Handler digest = forCallers(new GetDigest(feed, catalog));
        for (String scope : List.of("/v1/{companyId}", "/v1/{companyId}/location/{locationId}")) {
            routes.get(scope + "/variants", snapshot)
                    .get(scope + "/variants/changes", changes)
                    .get(scope + "/variants/digest", digest);
        }
    }

    private void addWebhook(Routes routes, WebhookOperations webhook) {
        routes.get(WEBHOOK, forCallers(webhook::get))
                .get(WEBHOOK + "/deliveries", forCallers(webhook::deliveries))
                .get(WEBHOOK + "/deliveries/{deliveryId}", forCallers(webhook::delivery))
                .post(WEBHOOK + "/ping", forCallers(webhook::ping))
                .post(WEBHOOK + "/resume", forCallers(webhook::resume))
                .post(WEBHOOK + "/resync", forCallers(webhook::resync))
                .post(WEBHOOK + "/rotate-secret", forCallers(webhook::rotateSecret));
    }

    /**
     * The headers of every response: who may read it in a browser, and which of its other headers (D21).
     *
     * @param origin the origin from which scripts may call, or {@code *}
     */
    public static Map<String, String> headers(String origin) {
        return Map.of("Access-Control-Allow-Origin", origin, "Access-Control-Expose-Headers", EXPOSED);
    }

    /** The format of errors: those of one operation have no code (D19). */
    public static ErrorBody errors() {
        return ErrorBody.withoutCodesAt(SHARED_CUSTOMER);
    }

    private Handler forCallers(CallerHandler operation) {
        return context -> operation.handle(context, authenticator.caller(context));
    }
}
