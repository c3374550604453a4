package dev.partnercatalog.streams.partner;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.ControlWebhook;
import dev.partnercatalog.records.EnableSharedCustomer;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.PatchPartner;
import dev.partnercatalog.records.Refusal;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.records.SetWebhookHeaders;
import dev.partnercatalog.records.UpdatePartner;
import dev.partnercatalog.records.Violation;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.configuration.PartnerPatch;
import dev.partnercatalog.runtime.configuration.ResyncParts;
import dev.partnercatalog.schemas.event.PartnerSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a command changes a partner, or why it doesn't (D18, D19). Pure. */
final class CommandRules {

    /**
     * The state after a command.
     *
     * @param partner the new state
     * @param control the new state
     */
    record Applied(Partner partner, WebhookControl control) {}

    /** Thrown if the command can't be carried out; nothing has changed. */
    static final class RefusedException extends Exception {

        private static final long serialVersionUID = 1;

        private final transient Refusal refusal;

        RefusedException(RefusalCode code, List<Violation> violations) {
            super(code.name(), null, false, false);
            this.refusal = new Refusal(code, violations);
        }

        Refusal refusal() {
            return refusal;
        }
    }

    private static final int MOST_RESYNCS = 100;

    private CommandRules() {}

    /**
     * @param config the partner's current configuration; null if there is none
     * @param timestamp of the command, in epoch milliseconds
     */
    static Applied apply(PartnerCommand command, @Nullable PartnerConfig config, long timestamp)
            throws RefusedException {
        if (config == null) {
            throw new RefusedException(RefusalCode.NOT_FOUND, List.of());
        }
        List<Long> expected = command.getIfMatch();
        Object change = command.getChange();
        if (expected != null && !expected.contains(partnerRevision(config))) {
            throw new RefusedException(RefusalCode.PRECONDITION_FAILED, List.of());
        }
        Partner before = config.getPartner();
        if (change instanceof UpdatePartner update) {
            return new Applied(bounded(before, update(before, update.getPartner())), config.getWebhookControl());
        }
        if (change instanceof PatchPartner patch) {
            return new Applied(
                    bounded(before, update(before, PartnerPatch.merged(before, patch))), config.getWebhookControl());
        }
        if (change instanceof EnableSharedCustomer enable) {
            return new Applied(bounded(before, enable(before, enable.getCompany())), config.getWebhookControl());
        }
        if (change instanceof ControlWebhook control) {
            return new Applied(before, control(before, config.getWebhookControl(), control, timestamp));
        }
        if (change instanceof SetWebhookHeaders set) {
            return new Applied(before, withHeaders(config.getWebhookControl(), set.getHeaders()));
        }
        throw new IllegalArgumentException("a change of an unknown kind: " + change.getClass());
    }

    /** The revision at which the partner itself last changed, regardless of later changes of its webhook. */
    static long partnerRevision(PartnerConfig config) {
        return config.getPartnerRevision() == 0 ? config.getRevision() : config.getPartnerRevision();
    }

    private static Partner bounded(Partner before, Partner after) throws RefusedException {
        Optional<String> excess = PartnerSize.excess(before, after);
        if (excess.isPresent()) {
            throw new RefusedException(
                    RefusalCode.CHANGE_NOT_ALLOWED, List.of(new Violation("allowedCompanies", excess.get())));
        }
        return after;
    }

    private static Partner update(Partner before, Partner after) throws RefusedException {
        List<Violation> violations = PartnerEditRules.violations(before, after);
        if (!violations.isEmpty()) {
            throw new RefusedException(RefusalCode.CHANGE_NOT_ALLOWED, violations);
        }
        return after;
    }

    private static Partner enable(Partner before, Company company) throws RefusedException {
        if (!before.getEnabled()) {
            throw new RefusedException(RefusalCode.PARTNER_DISABLED, List.of());
        }
        String id = Long.toString(company.getCompanyId());
        if (before.getAllowedCompanies().stream()
                .anyMatch(allowed -> allowed.getId().equals(id))) {
            return before;
        }
        List<AllowedLocation> locations = company.getLocations().stream()
                .map(location -> new AllowedLocation(
                        Long.toString(location.getLocationId()), location.getName(), location.getProviderId()))
                .toList();
        List<AllowedCompany> companies = new ArrayList<>(before.getAllowedCompanies());
        companies.add(new AllowedCompany(
                id,
                company.getName(),
                company.getProvider(),
                company.getProviderId(),
                new AllowedFields(false, false, false, false),
                locations));
        return Partner.newBuilder(before).setAllowedCompanies(companies).build();
    }

    private static WebhookControl control(Partner partner, WebhookControl before, ControlWebhook change, long timestamp)
            throws RefusedException {
        WebhookControl.Builder after = WebhookControl.newBuilder(before);
        switch (change.getAction()) {
            case RESUME -> {
                if (before.getSuspended()) {
                    throw new RefusedException(
                            RefusalCode.CHANGE_NOT_ALLOWED,
                            List.of(new Violation(
                                    "webhook", "is held by the operator, and only the operator can release it")));
                }
                after.setResumes(before.getResumes() + 1);
            }
            case RESYNC -> resync(partner, before, after, change.getScope());
            case PING -> after.setPings(before.getPings() + 1);
            case ROTATE_SECRET ->
                after.setSecretGeneration(before.getSecretGeneration() + 1).setSecretRotatedAt(timestamp);
            case SUSPEND -> after.setSuspended(true);
            case RELEASE ->
                after.setSuspended(false).setResumes(before.getResumes() + 1).setReleases(before.getReleases() + 1);
            case UNKNOWN ->
                throw new RefusedException(
                        RefusalCode.INVALID_REQUEST, List.of(new Violation("action", "is unknown to this version")));
        }
        return after.build();
    }

    /**
     * What is requested of a webhook after a backup's word on it. What was counted meanwhile counts on, so that no secret
     * or key comes back that was rotated away, and no request looks like one that was carried out.
     */
    static WebhookControl restored(WebhookControl now, WebhookControl saved) {
        WebhookControl.Builder restored = WebhookControl.newBuilder(saved)
                .setResumes(Math.max(now.getResumes(), saved.getResumes()))
                .setResyncs(Math.max(now.getResyncs(), saved.getResyncs()))
                .setPings(Math.max(now.getPings(), saved.getPings()))
                .setReleases(Math.max(now.getReleases(), saved.getReleases()));
        if (last(now) > last(saved)) {
            restored.setScopedResyncs(now.getScopedResyncs());
        }
        if (now.getSecretGeneration() > saved.getSecretGeneration()) {
            restored.setSecretGeneration(now.getSecretGeneration()).setSecretRotatedAt(now.getSecretRotatedAt());
        }
        return restored.build();
    }

    /** The number of the last request for a part. */
    private static long last(WebhookControl control) {
        List<ScopedResync> known = control.getScopedResyncs();
        return known.isEmpty() ? 0 : known.get(known.size() - 1).getNumber();
    }

    /** What was requested of a webhook, with these headers. */
    static WebhookControl withHeaders(WebhookControl control, List<WebhookHeader> headers) {
        return WebhookControl.newBuilder(control).setHeaders(headers).build();
    }

    private static Violation foreign(ResyncScope scope) {
        long company = scope.getCompanyId();
        Long location = scope.getLocationId();
        return location == null
                ? new Violation("companyId", company + " is not one of the partner's companies")
                : new Violation(
                        "locationId", location + " is not one of the partner's locations of company " + company);
    }

    /** Keeps the latest parts. From the numbers, the sink sees whether it has missed one. */
    private static void resync(
            Partner partner, WebhookControl before, WebhookControl.Builder after, @Nullable ResyncScope scope)
            throws RefusedException {
        if (scope == null) {
            after.setResyncs(after.getResyncs() + 1);
            return;
        }
        if (!ResyncParts.isAllowed(partner, scope)) {
            throw new RefusedException(RefusalCode.CHANGE_NOT_ALLOWED, List.of(foreign(scope)));
        }
        List<ScopedResync> next = new ArrayList<>(after.getScopedResyncs());
        next.add(new ScopedResync(last(before) + 1, scope));
        after.setScopedResyncs(next.subList(Math.max(0, next.size() - MOST_RESYNCS), next.size()));
    }
}
