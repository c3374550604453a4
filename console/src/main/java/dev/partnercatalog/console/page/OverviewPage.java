package dev.partnercatalog.console.page;

import dev.partnercatalog.console.html.Html;
import dev.partnercatalog.console.html.Place;
import dev.partnercatalog.console.html.Table;
import dev.partnercatalog.console.html.Tag;
import dev.partnercatalog.console.live.Flow;
import dev.partnercatalog.console.live.Observation.Sight;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.operations.webhooks.WebhookStatus.State;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the records are: the flow with its rates, the groups with their lag, and what needs attention. */
public final class OverviewPage {

    private static final int SHOWN_ENDPOINTS = 20;
    private static final int SHOWN_RECORDS = 20;

    private OverviewPage() {}

    /**
     * Creates the page.
     *
     * @param unreadable records that can't be read and are left out everywhere
     * @param partnersFault why partners may be missing, as text; null if none are
     */
    public static Page of(
            Sight sight,
            List<WebhookStatus> statuses,
            List<UnreadableRecord> unreadable,
            @Nullable String partnersFault) {
        Flow flow = sight.flow();
        return Page.refreshing(
                Section.OVERVIEW,
                "Overview",
                Shown.fault(sight.fault()),
                flow == null
                        ? Tag.P
                                .styled("quiet")
                                .of("Nothing has been measured yet"
                                        + (sight.outage() == null ? ": it takes a few seconds." : "."))
                        : Html.of(
                                new FlowDiagram(flow, statuses).html(),
                                bounds(),
                                attention(flow, statuses, unreadable),
                                lag(flow)),
                Shown.fault(partnersFault == null ? null : "Some partners may be missing: " + partnersFault));
    }

    private static Html bounds() {
        return Tag.P
                .styled("quiet")
                .of("≤ and “at most”: these numbers include the markers of the resolver's transactions,"
                        + " which can't be distinguished from records.");
    }

    private static Html attention(Flow flow, List<WebhookStatus> statuses, List<UnreadableRecord> unreadable) {
        return Tag.SECTION.of(
                Tag.H2.of("Needs attention"),
                Tag.UL.styled("attention").of(deadLetters(flow), endpoints(statuses), unreadable(unreadable)));
    }

    private static Html unreadable(List<UnreadableRecord> unreadable) {
        Html shown = Html.of(unreadable.stream()
                .limit(SHOWN_RECORDS)
                .map(record -> Tag.LI.of(
                        Shown.badge(Shown.Mood.BAD, "Can't be read"),
                        Html.text(" " + record.text() + "; " + record.remedy())))
                .toList());
        return Html.of(
                shown,
                unreadable.size() > SHOWN_RECORDS
                        ? Tag.LI.of("and " + Quantity.of(unreadable.size() - SHOWN_RECORDS, "more record")
                                + ": './catalog topic unreadable' lists them")
                        : Html.nothing());
    }

    private static Html deadLetters(Flow flow) {
        Html link = Tag.A
                .to(Place.of("dead-letters"))
                .of("at most " + Shown.number(flow.deadLetters()) + " "
                        + Quantity.noun(flow.deadLetters(), "dead letter"));
        return flow.deadLetters() == 0
                ? Tag.LI.of(Shown.badge(Shown.Mood.GOOD, "No dead letters"))
                : Tag.LI.of(Shown.badge(Shown.Mood.WARNING, "Check"), Html.text(" "), link);
    }

    private static Html endpoints(List<WebhookStatus> statuses) {
        List<WebhookStatus> troubled = statuses.stream()
                .filter(status -> status.state() == State.SUSPENDED
                        || status.state() == State.BACKING_OFF
                        || status.state() == State.HELD)
                .toList();
        if (troubled.isEmpty()) {
            return Tag.LI.of(Shown.badge(Shown.Mood.GOOD, "No webhook is suspended, held or backing off"));
        }
        Html shown = Html.of(troubled.stream()
                .limit(SHOWN_ENDPOINTS)
                .map(status -> Tag.LI.of(
                        Shown.state(status.state()),
                        Html.text(" "),
                        PartnersPage.link(status.partnerId()),
                        Html.text(", " + Shown.number(status.due()) + " due")))
                .toList());
        return Html.of(
                shown,
                troubled.size() > SHOWN_ENDPOINTS
                        ? Tag.LI.of(Tag.A
                                .to(Place.of("partners"))
                                .of("and " + (troubled.size() - SHOWN_ENDPOINTS) + " more"))
                        : Html.nothing());
    }

    private static Html lag(Flow flow) {
        Table table = new Table("Records waiting to be read", "Topic", "Read by", "Waiting");
        flow.groups()
                .forEach(group -> group.lag().entrySet().stream()
                        .filter(topic -> topic.getValue() > 0)
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .forEach(topic -> table.row(
                                Html.text(topic.getKey()),
                                Html.text(group.application()),
                                Html.text(Shown.number(topic.getValue())))));
        return Tag.SECTION.of(
                Tag.H2.of("Lag"),
                table.orWhereEmpty("Everything is read."),
                Tag.P.styled("quiet").of(Html.text("Measured at "), Shown.time(flow.at()), Html.text(".")));
    }
}
