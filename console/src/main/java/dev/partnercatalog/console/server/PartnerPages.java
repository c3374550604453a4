package dev.partnercatalog.console.server;

import dev.partnercatalog.console.html.Place;
import dev.partnercatalog.console.live.Observation;
import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.console.page.PartnerPage;
import dev.partnercatalog.console.page.PartnersPage;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.runtime.PrintableText;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The partners, and an operator's actions on their webhooks. */
public final class PartnerPages implements Pages {

    private static final Logger LOG = LoggerFactory.getLogger(PartnerPages.class);
    private static final String PARTNER = "partner";

    /** What a button does, and the notice that follows. */
    private record Control(WebhookAction action, String command, String told) {}

    private static final Map<String, Control> CONTROLS = Map.of(
            "resume",
            new Control(
                    WebhookAction.RELEASE,
                    "webhooks resume",
                    "The webhook resumes; if it is suspended, a ping is sent first."),
            "ping",
            new Control(WebhookAction.PING, "webhooks ping", "A ping is on its way; its outcome will appear below."));

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
                                        text(context, PartnersPage.Filter.TEXT),
                                        text(context, PartnersPage.Filter.STATE)),
                                text(context, "after"),
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
                            partners.lastSuccess(partnerId),
                            text(context, PartnerPage.COMPANIES))
                    .page(visitor);
        });
        CONTROLS.forEach((name, control) ->
                router.form("/partners/{partner}/" + name, control.command(), context -> control(context, control)));
    }

    private static String text(Context context, String field) {
        return Objects.requireNonNullElse(context.queryParam(field), "").strip();
    }

    private Router.Task control(Context context, Control control) {
        PartnerConfig config = require(context, partners);
        String partnerId = config.getPartner().getPartnerId();
        return new Router.Task(partnerId, entry -> {
            permits.use(() -> {
                webhooks.control(partnerId, control.action());
                return partnerId;
            });
            LOG.info("{} was requested for the webhook of partner {}", control.action(), partnerId);
            WebhookStatus status = partners.status(config);
            return new Router.Done(
                    Place.of("partners", partnerId),
                    List.of(
                            status.state() == WebhookStatus.State.NO_CLIENT
                                    ? "Nothing is sent: " + status.reason() + "."
                                    : control.told()));
        });
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
