package dev.partnercatalog.console.page;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.live.PartnerSummary;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.operations.webhooks.WebhookStatus.State;
import dev.partnercatalog.operations.webhooks.WebhookTable;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The partners and the status of their webhooks.
 *
 * @param partners all partners, ordered by id
 * @param after id after which the page begins; empty for the first page
 * @param unreadable number of records of partners, clients and webhooks that can't be read and are left out
 * @param fault why partners may be missing, as text; null if none are
 */
public record PartnersPage(
        List<PartnerSummary> partners,
        Filter filter,
        String after,
        int unreadable,
        @Nullable String fault) {

    private static final int LENGTH = 100;

    /**
     * Selects partners.
     *
     * @param text part of the id or the name; empty for all partners
     * @param state a state's name in lower case, {@link #TROUBLED}, or empty for all states
     */
    public record Filter(String text, String state) {

        public static final String TEXT = "search";
        public static final String STATE = "state";

        /** All states in which nothing is delivered although the webhook is enabled. */
        public static final String TROUBLED = "attention";

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

    public Page page(Visitor visitor) {
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
                Tag.P.of(count(matching.size())),
                visitor.mayAct() ? Tag.P.of(Tag.A.to(NewPartnerPage.PLACE).of("Create a partner")) : Html.nothing(),
                table.orWhereEmpty(partners.isEmpty() ? "No partners." : "No partner matches."),
                rest.size() > LENGTH ? next(shown.get(LENGTH - 1).status().partnerId()) : Html.nothing());
    }

    private String count(int matching) {
        String all = Shown.number(partners.size()) + (partners.size() == 1 ? " partner" : " partners");
        return matching == partners.size() ? all : Shown.number(matching) + " of " + all;
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

    private Html next(String last) {
        return Tag.P.of(Tag.A
                .to(Section.PARTNERS
                        .place()
                        .with(Filter.TEXT, filter.text())
                        .with(Filter.STATE, filter.state())
                        .with("after", last))
                .of("Next"));
    }

    static Html link(String partnerId) {
        return Tag.A.to(Place.of("partners", partnerId)).of(partnerId);
    }

    static Html linkToAll(String words) {
        return Tag.A.to(Section.PARTNERS.place()).of(words);
    }
}
