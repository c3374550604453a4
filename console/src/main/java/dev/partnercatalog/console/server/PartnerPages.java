package dev.partnercatalog.console.server;

import dev.partnercatalog.console.live.Observation;
import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.console.page.PartnerPage;
import dev.partnercatalog.console.page.PartnersPage;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.javalin.http.Context;
import java.util.List;
import java.util.function.UnaryOperator;

/** The partners, and an operator's actions on their webhooks. */
public final class PartnerPages implements Pages {

    private static final String PARTNER = "partner";

    private final PartnerTables partners;
    private final Observation observation;
    private final Webhooks webhooks;
    private final ReadPermits permits;

    public PartnerPages(PartnerTables partners, Observation observation, Webhooks webhooks, ReadPermits permits) {
        this.partners = partners;
        this.observation = observation;
        this.webhooks = webhooks;
        this.permits = permits;
    }

    @Override
    public void addTo(Router router) {
        router.page(
                "/partners",
                (context, visitor) -> new PartnersPage(
                                partners.summaries(),
                                new PartnersPage.Filter(
                                        RequestFields.query(context, PartnersPage.Filter.TEXT),
                                        RequestFields.query(context, PartnersPage.Filter.STATE)),
                                RequestFields.query(context, "after"),
                                partners.unreadable().size(),
                                partners.fault())
                        .page(visitor));
        router.page("/partners/{partner}", (context, visitor) -> {
            PartnerConfig config = require(context, partners);
            String partnerId = config.getPartner().getPartnerId();
            return new PartnerPage(
                            config,
                            partners.status(config),
                            partners.clients(partnerId),
                            partners.attempts(partnerId),
                            partners.exchanges(partnerId),
                            observation.backlogs().of(partnerId),
                            RequestFields.query(context, PartnerPage.COMPANIES))
                    .page(visitor);
        });
        router.form("/partners/{partner}/resume", "webhooks resume", context -> act(context, this::resume));
        router.form("/partners/{partner}/ping", "webhooks ping", context -> act(context, this::ping));
    }

    private Router.Task act(Context context, UnaryOperator<String> action) {
        String partnerId = require(context, partners).getPartner().getPartnerId();
        return new Router.Task(partnerId, entry -> {
            String told = permits.use(() -> action.apply(partnerId));
            entry.detail(told);
            return new Router.Done(Place.of("partners", partnerId), List.of(told));
        });
    }

    private String resume(String partnerId) {
        Webhooks.Resumed resumed = webhooks.resume(partnerId);
        WebhookStatus status = resumed.status();
        return resumed.applied()
                ? "The webhook is " + status.state().words() + (status.reason() == null ? "" : ": " + status.reason())
                        + "."
                : "The webhook resumes, but webhook-sink hasn't acted on it yet.";
    }

    private String ping(String partnerId) {
        webhooks.control(partnerId, WebhookAction.PING);
        PartnerConfig config = partners.config(partnerId);
        WebhookStatus status = config == null ? null : partners.status(config);
        return status != null && status.state() == WebhookStatus.State.NO_CLIENT
                ? "Nothing is sent: " + status.reason() + "."
                : "A ping is on its way; its outcome will appear below.";
    }

    private static void requireReadable(String partnerId, PartnerTables partners) {
        String key = "key " + PrintableText.of(partnerId);
        partners.unreadable().stream()
                .filter(record -> record.topic() == CatalogTopic.PARTNER_CONFIGS
                        && record.shownKey().equals(key))
                .findFirst()
                .ifPresent(record -> {
                    throw new Faults.NoSuchPageException(
                            "Its record can't be read: " + record.text() + "; " + record.remedy() + ".");
                });
    }

    /** The partner in a path; throws if there is none. */
    static PartnerConfig require(Context context, PartnerTables partners) {
        String partnerId = context.pathParam(PARTNER);
        PartnerConfig config = partners.config(partnerId);
        if (config == null) {
            requireReadable(partnerId, partners);
            throw new Faults.NoSuchPageException("There is no partner " + partnerId
                    + (partners.fault() == null ? "." : ", as far as is known now."));
        }
        return config;
    }
}
