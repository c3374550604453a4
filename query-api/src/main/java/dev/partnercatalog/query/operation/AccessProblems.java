package dev.partnercatalog.query.operation;

import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.query.access.AccessDecision;

/** What a caller is answered that may not see what it asks for. */
final class AccessProblems {

    private AccessProblems() {}

    /** Status 403, with the way out. */
    static HttpProblem of(AccessDecision.Refused<?> refused) {
        return HttpProblem.of(
                refused.reason().code(),
                refused.message(),
                switch (refused.reason()) {
                    case PARTNER_DISABLED ->
                        "Only GET and PUT /v1/partner are open to it; the operator can enable it again.";
                    case COMPANY_NOT_ALLOWED, LOCATION_NOT_ALLOWED ->
                        "GET /v1/partner lists the companies and locations you may ask for.";
                });
    }
}
