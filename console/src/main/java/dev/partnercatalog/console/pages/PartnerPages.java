package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.live.Observation;
import dev.partnercatalog.console.live.PartnerSummary;
import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.operations.webhooks.WebhookStatus.State;
import dev.partnercatalog.operations.webhooks.WebhookTable;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The partners and the status of their webhooks; one of them. */
public final class PartnerPages implements Pages {

    private static final String PARTNER = "partner";
    private static final String AFTER = "after";
    private static final int LENGTH = 100;

    private final PartnerTables partners;
    private final Observation observation;

    /**
     * Selects partners.
     *
     * @param text part of the id or the name; empty for all partners
     * @param state a state's name in lower case, {@link #TROUBLED}, or empty for all states
     */
    record Filter(String text, String state) {

        static final String TEXT = "search";
        static final String STATE = "state";

        /** All states in which nothing is delivered although the webhook is enabled. */
        static final String TROUBLED = "attention";

        boolean matches(PartnerSummary partner) {
            String wanted = text.toLowerCase(Locale.ROOT);
            WebhookStatus status = partner.status();
            return (status.partnerId().toLowerCase(Locale.ROOT).contains(wanted)
                            || partner.name().toLowerCase(Locale.ROOT).contains(wanted))
                    && matches(status.state());
        }

        private boolean matches(State candidate) {
            return state.isEmpty()
                    || code(candidate).equals(state)
                    || (state.equals(TROUBLED) && candidate != State.HEALTHY && candidate != State.DISABLED);
        }

        private static String code(State state) {
            return state.name().toLowerCase(Locale.ROOT);
        }

        private static Map<String, String> states() {
            Map<String, String> states = new LinkedHashMap<>();
            states.put("", "any");
            states.put(TROUBLED, "needs attention");
            for (State state : State.values()) {
                states.put(code(state), state.words());
            }
            return states;
        }
    }

    public PartnerPages(PartnerTables partners, Observation observation) {
        this.partners = partners;
        this.observation = observation;
    }

    @Override
    public void addTo(Router router) {
        router.page(
                "/partners",
                (context, visitor) -> list(
                        partners.summaries(),
                        new Filter(
                                RequestFields.query(context, Filter.TEXT), RequestFields.query(context, Filter.STATE)),
                        RequestFields.query(context, AFTER),
                        partners.unreadable().size(),
                        partners.fault(),
                        visitor));
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

    /** The id of the partner in a path; throws if there is none. */
    static String id(Context context, PartnerTables partners) {
        return require(context, partners).getPartner().getPartnerId();
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

    /**
     * Renders the list.
     *
     * @param partners all partners, ordered by id
     * @param after id after which the page begins; empty for the first page
     * @param unreadable number of records of partners, clients and webhooks that can't be read and are left out
     * @param fault why partners may be missing, as text; null if none are
     */
    static Page list(
            List<PartnerSummary> partners,
            Filter filter,
            String after,
            int unreadable,
            @Nullable String fault,
            Visitor visitor) {
        List<PartnerSummary> matching =
                partners.stream().filter(filter::matches).toList();
        List<PartnerSummary> rest = matching.stream()
                .filter(partner -> partner.status().partnerId().compareTo(after) > 0)
                .toList();
        List<PartnerSummary> shown = rest.stream().limit(LENGTH).toList();
        Table table = new Table(
                "Partners",
                "Partner",
                "Name",
                "Webhook",
                "Due",
                "Oldest due since",
                "Last success",
                "Next attempt",
                "Reason");
        shown.forEach(partner -> addTo(table, partner));
        return Page.refreshing(
                Section.PARTNERS,
                "Partners",
                Shown.fault(fault == null ? null : "Some partners may be missing: " + fault),
                Shown.fault(
                        unreadable == 0
                                ? null
                                : "Some data may be missing: records can't be read; the overview lists them."),
                Forms.get(
                        Section.PARTNERS.place(),
                        "Search",
                        Forms.text(Filter.TEXT, "Id or name", filter.text(), false),
                        Forms.choice(Filter.STATE, "Webhook", filter.state(), Filter.states())),
                Tag.P.of(count(matching.size(), partners.size())),
                visitor.mayAct() ? Tag.P.of(Tag.A.to(NewPartnerPages.PLACE).of("Create a partner")) : Html.nothing(),
                table.orWhereEmpty(partners.isEmpty() ? "No partners." : "No partner matches."),
                rest.size() > LENGTH ? next(filter, shown.get(LENGTH - 1)) : Html.nothing());
    }

    private static String count(int matching, int partners) {
        String all = Shown.number(partners) + (partners == 1 ? " partner" : " partners");
        return matching == partners ? all : Shown.number(matching) + " of " + all;
    }

    private static void addTo(Table table, PartnerSummary partner) {
        WebhookStatus status = partner.status();
        table.row(
                link(status.partnerId()),
                Html.text(partner.name()),
                ReportView.of(WebhookTable.state(status)),
                Html.text(Shown.number(status.due())),
                Shown.timeOrNone(status.oldestDue()),
                Shown.timeOrNone(partner.status().lastSuccess()),
                Shown.timeOrNone(status.backingOffUntil()),
                Shown.prose(status.reason()));
    }

    private static Html next(Filter filter, PartnerSummary last) {
        return Tag.P.of(Tag.A
                .to(Section.PARTNERS
                        .place()
                        .with(Filter.TEXT, filter.text())
                        .with(Filter.STATE, filter.state())
                        .with(AFTER, last.status().partnerId()))
                .of("Next"));
    }

    static Html link(String partnerId) {
        return Tag.A.to(Place.of("partners", partnerId)).of(partnerId);
    }

    static Html linkToAll(String words) {
        return Tag.A.to(Section.PARTNERS.place()).of(words);
    }
}
