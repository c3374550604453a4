package dev.partnercatalog.query.operation;

import dev.partnercatalog.events.Company;
import dev.partnercatalog.query.access.Authenticator;
import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.query.access.PartnerDirectory.CompanyAccess;
import dev.partnercatalog.query.access.PartnerDirectory.PartnerConfigurations;
import dev.partnercatalog.query.contract.OpenApiDocument.AcceptedValues;
import dev.partnercatalog.query.contract.PublishedDocuments;
import dev.partnercatalog.query.operation.CommandGateway.ConfirmedChanges;
import dev.partnercatalog.query.page.Guides;
import dev.partnercatalog.query.table.CatalogReader;
import dev.partnercatalog.query.table.ChangeWatch;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.resolution.ConfigurationView;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.http.ErrorBody;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.runtime.http.Routes;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.webhook.LatestAttempts;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Every operation of the API and its path. An operation is either for callers only, or explicitly open. */
public final class ApiRoutes {

    private static final String PARTNER = "/v1/partner";
    private static final String SHARED_CUSTOMER = "/v1/partner/enabled-shared-customer";
    private static final String WEBHOOK = "/v1/partner/webhook";
    private static final String AUTHENTICATION = "/v1/partner/webhook/authentication";

    /** All headers of the contract but those that every script may read. */
    private static final String EXPOSED = "Accept, Accept-Patch, Allow, Catalog-Age, ETag, Link,"
            + " RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id";

    /** What the operations read and change. */
    public record ApiTables(
            PartnerConfigurations configurations,
            CatalogReader catalog,
            ChangeWatch watch,
            CommandGateway commands,
            ConfirmedChanges confirmed,
            SharedCustomers customers,
            WebhookReports webhooks) {}

    /** What is reported about partners' webhooks, or a problem (status 503), and how long a ping is waited for. */
    public record WebhookReports(
            Function<String, List<WebhookEndpoint>> endpoints,
            Function<String, List<WebhookBacklog>> backlogs,
            LatestAttempts attempts,
            Duration pingPatience) {}

    /** The companies that have agreed to be shared with partners (D19). */
    @FunctionalInterface
    public interface SharedCustomers {

        /** The company with an id at a provider that is shared with a partner; null if there is none; or problem 503. */
        @Nullable
        Company find(String provider, String providerId, String partnerId);
    }

    /**
     * What the operator decides about the operations.
     *
     * @param changeRetention how long cursors are valid
     * @param topics the fingerprint of the topics in which cursors are positions
     * @param masterKey of the secrets that sign webhooks (D27), and of cursors
     * @param secretOverlap as in {@code ChangeSettings}
     */
    public record ApiSettings(
            int maxBatchSize,
            int maxBodyBytes,
            Duration changeRetention,
            long topics,
            MasterKey masterKey,
            Duration secretOverlap,
            AcceptedValues accepted) {}

    /** The health of the service (D22). */
    public enum HealthStatus {
        UP,
        /** It serves, but its data may be old, or a part is down. */
        DEGRADED,
        /** It can't serve. */
        DOWN
    }

    private record Health(HealthStatus status, long timestamp) {}

    @FunctionalInterface
    private interface CallerHandler {

        void handle(Context context, Caller caller) throws IOException;
    }

    private final Authenticator authenticator;
    private final PartnerDirectory partners;
    private final Routes routes = new Routes();

    private ApiRoutes(Authenticator authenticator, PartnerDirectory partners) {
        this.authenticator = authenticator;
        this.partners = partners;
    }

    public static Routes of(
            Authenticator authenticator,
            ApiTables tables,
            ApiSettings settings,
            WebhookUrlCheck urls,
            Supplier<HealthStatus> health,
            PublishedDocuments documents,
            Clock clock) {
        PartnerDirectory partners = new PartnerDirectory(tables.configurations());
        ApiRoutes api = new ApiRoutes(authenticator, partners);
        api.routes.getAlways("/v1/service/health", context -> {
            HealthStatus now = health.get();
            context.status(now == HealthStatus.DOWN ? 503 : 200).result(JsonOutput.of(new Health(now, clock.millis())));
        });
        api.addPartner(new PartnerOperations(partners, tables, urls, settings));
        VariantsResponse response = new VariantsResponse();
        api.addCatalog(
                new BatchGetVariants(partners, tables.catalog(), settings, response),
                new FeedOperations(
                        new VariantFeed(authenticator, partners, tables, settings, clock), tables.catalog(), response));
        api.addWebhook(new WebhookOperations(partners, tables, settings, clock));
        documents.addTo(api.routes);
        return api.routes.allowPreflight();
    }

    private void addPartner(PartnerOperations partner) {
        routes.get(PARTNER, forCallers(partner::get))
                .put(PARTNER, forCallers(partner::put))
                .patch(PARTNER, forCallers(partner::patch))
                .post(SHARED_CUSTOMER, forCallers(partner::enableCustomer));
    }

    private void addCatalog(BatchGetVariants batchGet, FeedOperations feed) {
        String location = "/v1/{companyId}/location/{locationId}";
        routes.get(location, forCallers(this::configuration))
                .post("/v1/{companyId}/variants/batch-get", forCallers(batchGet::handle));
        for (String scope : List.of("/v1/{companyId}", location)) {
            routes.get(scope + "/variants", forCallers(feed::snapshot))
                    .get(scope + "/variants/changes", forCallers(feed::changes))
                    .get(scope + "/variants/digest", forCallers(feed::digest));
        }
    }

    /** The resolved configuration of a company or a location (D10). */
    private void configuration(Context context, Caller caller) {
        String companyId = context.pathParam("companyId");
        String locationId = context.pathParam("locationId");
        CompanyAccess access = partners.company(caller, companyId);
        Scope scope = access.scope(locationId);
        context.result(JsonOutput.of(
                ConfigurationView.of(companyId, locationId, caller.clientId(), partners.resolve(access, scope))));
    }

    private void addWebhook(WebhookOperations webhook) {
        routes.get(WEBHOOK, forCallers(webhook::get))
                .get(WEBHOOK + "/deliveries", forCallers(webhook::deliveries))
                .get(WEBHOOK + "/deliveries/{deliveryId}", forCallers(webhook::delivery))
                .post(WEBHOOK + "/ping", forCallers(webhook::ping))
                .post(WEBHOOK + "/resume", forCallers(webhook::resume))
                .post(WEBHOOK + "/resync", forCallers(webhook::resync))
                .post(WEBHOOK + "/rotate-secret", forCallers(webhook::rotateSecret))
                .get(AUTHENTICATION, forCallers(webhook::authentication))
                .put(AUTHENTICATION, forCallers(webhook::putAuthentication))
                .delete(AUTHENTICATION, forCallers(webhook::deleteAuthentication));
    }

    private Handler forCallers(CallerHandler operation) {
        return context -> operation.handle(context, authenticator.caller(context));
    }

    /**
     * The headers of every response: who may read it in a browser, and which of its other headers (D21).
     *
     * @param origin the origin from which scripts may call, or {@code *}
     */
    public static Map<String, String> headers(String origin) {
        return Map.of("Access-Control-Allow-Origin", origin, "Access-Control-Expose-Headers", EXPOSED);
    }

    /** The format of errors, with links to the guide at the API's address: those of one operation have no code (D19). */
    public static ErrorBody errors(URI api) {
        return ErrorBody.withoutCodesAt(SHARED_CUSTOMER).withHelpAt(Guides.errors(api));
    }
}
