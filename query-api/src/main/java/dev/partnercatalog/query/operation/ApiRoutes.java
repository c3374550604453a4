package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.access.Authenticator;
import dev.partnercatalog.query.access.PartnerConfigurations;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.query.contract.PublishedDocuments;
import dev.partnercatalog.query.http.Routes;
import dev.partnercatalog.query.table.VariantLookup;
import io.javalin.http.Handler;
import java.time.Clock;
import java.util.function.Supplier;

/** Every operation of the API and its path. An operation is either for callers only or, by name, open. */
public final class ApiRoutes {

    private final Authenticator authenticator;

    private ApiRoutes(Authenticator authenticator) {
        this.authenticator = authenticator;
    }

    public static Routes of(
            Authenticator authenticator,
            PartnerConfigurations configurations,
            VariantLookup lookup,
            Supplier<Health> health,
            OperationLimits limits,
            Clock clock,
            PublishedDocuments documents) {
        ApiRoutes api = new ApiRoutes(authenticator);
        PartnerDirectory partners = new PartnerDirectory(configurations);
        Routes routes = new Routes()
                .getAlways("/v1/service/health", new GetHealth(health, clock))
                .get("/v1/partner", api.forCallers(new GetPartner(partners)))
                .get(
                        "/v1/{companyId}/location/{locationId}",
                        api.forCallers(new GetLocationConfiguration(partners, configurations)))
                .post(
                        "/v1/{companyId}/variants/batch-get",
                        api.forCallers(new BatchGetVariants(partners, configurations, lookup, limits)));
        documents.addTo(routes);
        return routes.allowPreflight();
    }

    private Handler forCallers(CallerHandler operation) {
        return context -> operation.handle(context, authenticator.caller(context));
    }
}
