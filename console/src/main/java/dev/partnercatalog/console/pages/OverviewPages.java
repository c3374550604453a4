package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.live.DeadLetterCounts;
import dev.partnercatalog.console.live.Flow;
import dev.partnercatalog.console.live.Observation;
import dev.partnercatalog.console.live.Observation.Sight;
import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.console.live.TotalsHistory.Totals;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.operations.webhooks.WebhookStatus.State;
import dev.partnercatalog.runtime.html.Chart;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The overview, which costs nothing to show, because its data is collected in the background. */
public final class OverviewPages implements Pages {

    private static final int PER_MINUTE = 60;

    private final Observation observation;
    private final PartnerTables partners;
    private final DeadLetterCounts letters;

    public OverviewPages(Observation observation, PartnerTables partners, DeadLetterCounts letters) {
        this.letters = letters;
        this.observation = observation;
        this.partners = partners;
    }

    @Override
    public void addTo(Router router) {
        router.page(
                "/",
                (context, visitor) -> new View(
                                observation.sight(),
                                partners.statuses(),
                                partners.unreadable(),
                                partners.fault(),
                                letters.count(DeadLetterFilter.ALL),
                                observation.totals().all())
                        .page());
    }

    /**
     * Whether all is well, as far as the brokers know, and what isn't: what needs attention comes first, then the totals,
     * the last hour, and the flow with the groups' lag.
     *
     * @param unreadable records that can't be read and are left out everywhere
     * @param partnersFault why partners may be missing, as text; null if none are
     * @param letters number of dead letters; null if they have not been counted yet
     * @param totals oldest first
     */
    record View(
            Sight sight,
            List<WebhookStatus> statuses,
            List<UnreadableRecord> unreadable,
            @Nullable String partnersFault,
            DeadLetterCounts.@Nullable Count letters,
            List<Totals> totals) {

        Page page() {
            Flow flow = sight.flow();
            return Page.refreshing(
                    Section.OVERVIEW,
                    "Overview",
                    Shown.fault(sight.fault()),
                    Shown.fault(partnersFault == null ? null : "Some partners may be missing: " + partnersFault),
                    new Attention(flow, statuses, unreadable, letters).html(),
                    tiles(),
                    lastHour(),
                    flow == null
                            ? Tag.P
                                    .styled("quiet")
                                    .of("The flow has not been measured yet"
                                            + (sight.outage() == null ? ": it takes a few seconds." : "."))
                            : Html.of(new FlowDiagram(flow, statuses).html(), bounds(flow), lag(flow)));
        }

        private Html tiles() {
            long due = statuses.stream().mapToLong(WebhookStatus::due).sum();
            long enabled = statuses.stream()
                    .filter(status -> status.state() != State.DISABLED)
                    .count();
            long healthy = statuses.stream()
                    .filter(status -> status.state() == State.HEALTHY)
                    .count();
            return Tag.DL
                    .styled("totals")
                    .of(
                            Shown.fact("Partners", PartnerPages.linkToAll(Shown.number(statuses.size()))),
                            Shown.fact(
                                    "Healthy webhooks",
                                    Html.text(Shown.number(healthy) + " of " + Shown.number(enabled))),
                            Shown.fact("Variants due", Html.text(Shown.number(due))),
                            Shown.fact(
                                    "Dead letters",
                                    Tag.A.to(Section.DEAD_LETTERS.place()).of(DeadLettersPage.inWords(letters))));
        }

        private Html lastHour() {
            if (totals.size() < 2) {
                return Html.nothing();
            }
            return Tag.SECTION.of(
                    Tag.H2.of("Last hour"),
                    Tag.DIV
                            .styled("charts")
                            .of(
                                    chart("Variants due", Totals::due),
                                    chart(
                                            "Events published per minute",
                                            now -> Math.round(now.published() * PER_MINUTE)),
                                    chart(
                                            "Delivery attempts per minute",
                                            now -> Math.round(now.attempts() * PER_MINUTE))));
        }

        private Html chart(String what, ToLongFunction<Totals> amount) {
            return Tag.DIV.of(
                    Tag.H3.of(what),
                    Chart.of(
                            what,
                            totals.stream()
                                    .map(now -> new Chart.Point(now.at(), amount.applyAsLong(now)))
                                    .toList()));
        }

        /** Explains the bounds, if any are shown. */
        private static Html bounds(Flow flow) {
            return FlowDiagram.showsBounds(flow)
                    ? Tag.P
                            .styled("quiet")
                            .of("≤: these rates include the markers of the resolver's transactions, which can't be"
                                    + " distinguished from records.")
                    : Html.nothing();
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
                    table.orWhereEmpty("Nothing is waiting for the resolver or the webhook sink."),
                    Tag.P
                            .styled("quiet")
                            .of(Html.text("Measured at "), Shown.time(flow.at()), Html.text(". "), Runbook.LAG.link()));
        }
    }
}
