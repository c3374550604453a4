package dev.partnercatalog.console.server;

import dev.partnercatalog.console.live.DeadLetterCounts;
import dev.partnercatalog.console.live.Observation;
import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.console.page.OverviewPage;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;

/** The overview, which costs nothing to show, because its data is collected in the background. */
public final class OverviewPages implements Pages {

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
                (context, visitor) -> new OverviewPage(
                                observation.sight(),
                                partners.statuses(),
                                partners.unreadable(),
                                partners.fault(),
                                letters.count(DeadLetterFilter.ALL),
                                observation.totals().all())
                        .page());
    }
}
