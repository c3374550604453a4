package dev.partnercatalog.runtime.webhook;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.http.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a request to a partner's webhook makes of the requests before it, and which parts of the catalog it may ask for
 * (D32). Nothing that is counted ever decreases. Pure.
 */
public final class WebhookRequests {

    private static final int MOST_RESYNCS = 100;

    private WebhookRequests() {}

    /** Deliver again at once to an endpoint that is suspended or backing off. */
    public static WebhookControl resume(WebhookControl before) {
        return WebhookControl.newBuilder(before)
                .setResumes(before.getResumes() + 1)
                .build();
    }

    /** Send nothing until it is released. */
    public static WebhookControl suspend(WebhookControl before) {
        return WebhookControl.newBuilder(before).setSuspended(true).build();
    }

    /** Ends a suspension by the operator, and has removals sent that are held; only an operator may do either. */
    public static WebhookControl release(WebhookControl before) {
        return WebhookControl.newBuilder(resume(before))
                .setSuspended(false)
                .setReleases(before.getReleases() + 1)
                .build();
    }

    /** Test the endpoint. */
    public static WebhookControl ping(WebhookControl before) {
        return WebhookControl.newBuilder(before).setPings(before.getPings() + 1).build();
    }

    /** Sign with another secret, from this time on, in epoch milliseconds. */
    public static WebhookControl rotateSecret(WebhookControl before, long at) {
        return WebhookControl.newBuilder(before)
                .setSecretGeneration(before.getSecretGeneration() + 1)
                .setSecretRotatedAt(at)
                .build();
    }

    /** Send everything (null) or a part again. From the numbers of the parts kept, the sink sees if it missed one. */
    public static WebhookControl resync(WebhookControl before, @Nullable ResyncScope scope) {
        WebhookControl.Builder after = WebhookControl.newBuilder(before);
        if (scope == null) {
            return after.setResyncs(before.getResyncs() + 1).build();
        }
        List<ScopedResync> parts = new ArrayList<>(before.getScopedResyncs());
        parts.add(new ScopedResync(lastPart(before) + 1, scope));
        return after.setScopedResyncs(parts.subList(Math.max(0, parts.size() - MOST_RESYNCS), parts.size()))
                .build();
    }

    /**
     * Why a part can't be sent; empty if the partner may see its company and, if it has one, its location. Null is
     * everything.
     */
    public static Optional<Violation> foreign(Partner partner, @Nullable ResyncScope part) {
        if (part == null
                || partner.getAllowedCompanies().stream()
                        .anyMatch(company -> company.getId().equals(Long.toString(part.getCompanyId()))
                                && (part.getLocationId() == null || isOf(company, part.getLocationId())))) {
            return Optional.empty();
        }
        long company = part.getCompanyId();
        Long location = part.getLocationId();
        return Optional.of(
                location == null
                        ? new Violation("companyId", company + " is not one of the partner's companies")
                        : new Violation(
                                "locationId",
                                location + " is not one of the partner's locations of company " + company));
    }

    private static boolean isOf(AllowedCompany company, long locationId) {
        // A company's own listings have its id as their location.
        String id = Long.toString(locationId);
        return company.getId().equals(id)
                || company.getLocations().stream()
                        .anyMatch(location -> location.getId().equals(id));
    }

    /** Send these headers. */
    public static WebhookControl withHeaders(WebhookControl before, List<WebhookHeader> headers) {
        return WebhookControl.newBuilder(before).setHeaders(headers).build();
    }

    /**
     * Takes over what somebody else knows, such as a backup. What was counted meanwhile counts on, so that no secret or key
     * comes back that was rotated away, and no request looks like one that was carried out.
     */
    public static WebhookControl adopt(WebhookControl before, WebhookControl other) {
        WebhookControl.Builder after = WebhookControl.newBuilder(other)
                .setResumes(Math.max(before.getResumes(), other.getResumes()))
                .setResyncs(Math.max(before.getResyncs(), other.getResyncs()))
                .setPings(Math.max(before.getPings(), other.getPings()))
                .setReleases(Math.max(before.getReleases(), other.getReleases()));
        if (lastPart(before) > lastPart(other)) {
            after.setScopedResyncs(before.getScopedResyncs());
        }
        if (before.getSecretGeneration() > other.getSecretGeneration()) {
            after.setSecretGeneration(before.getSecretGeneration()).setSecretRotatedAt(before.getSecretRotatedAt());
        }
        return after.build();
    }

    /** The number of the last request for a part. */
    private static long lastPart(WebhookControl control) {
        List<ScopedResync> known = control.getScopedResyncs();
        return known.isEmpty() ? 0 : known.get(known.size() - 1).getNumber();
    }
}
