package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.access.AccessDecision;
import dev.partnercatalog.runtime.http.HttpProblem;

/** The problems for callers that may not see what they request. */
final class AccessProblems {

    private AccessProblems() {}

    /** Status 403, with a suggestion. */
    static HttpProblem of(AccessDecision.Refused<?> refused) {
        return HttpProblem.of(
                refused.reason().code(),
                refused.message(),
                switch (refused.reason()) {
                    case PARTNER_DISABLED ->
                        "It may only use GET, PUT and PATCH /v1/partner; the operator can enable it again.";
                    case COMPANY_NOT_ALLOWED, LOCATION_NOT_ALLOWED ->
                        "GET /v1/partner lists the companies and locations that you may use.";
                });
    }
}
