package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.access.PartnerAccess.CompanyAccess;
import dev.partnercatalog.query.access.PartnerDirectory.PartnerConfigurations;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.resolution.ConfigurationView;
import dev.partnercatalog.resolution.Scope;
import io.javalin.http.Context;

/** {@code GET /v1/{companyId}/location/{locationId}}: the resolved configuration of a company or a location (D10). */
final class GetLocationConfiguration implements CallerHandler {

    private final PartnerDirectory partners;
    private final PartnerConfigurations configurations;

    GetLocationConfiguration(PartnerDirectory partners, PartnerConfigurations configurations) {
        this.partners = partners;
        this.configurations = configurations;
    }

    @Override
    public void handle(Context context, Caller caller) {
        String companyId = context.pathParam("companyId");
        String locationId = context.pathParam("locationId");
        CompanyAccess access = partners.company(caller, companyId);
        Scope scope = access.scope(locationId);
        context.result(ConfigurationView.json(
                companyId,
                locationId,
                caller.clientId(),
                configurations.resolve(access.partner(), access.company(), scope.locationId())));
    }
}
