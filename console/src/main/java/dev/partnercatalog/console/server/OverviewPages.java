package dev.partnercatalog.console.server;

import dev.partnercatalog.console.live.Observation;
import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.console.page.OverviewPage;

/** The overview, which costs nothing to show, because its data is collected in the background. */
public final class OverviewPages implements Pages {

    private final Observation observation;
    private final PartnerTables partners;

    public OverviewPages(Observation observation, PartnerTables partners) {
        this.observation = observation;
        this.partners = partners;
    }

    @Override
    public void addTo(Router router) {
        router.page(
                "/",
                (context, visitor) -> OverviewPage.of(
                        observation.sight(), partners.statuses(), partners.unreadable(), partners.fault()));
    }
}
