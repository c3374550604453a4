package dev.partnercatalog.console.page;

import dev.partnercatalog.console.html.Html;
import dev.partnercatalog.console.html.Place;
import dev.partnercatalog.console.html.Table;
import dev.partnercatalog.console.html.Tag;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every partner and the status of its webhook. */
public final class PartnersPage {

    private static final int PAGE = 200;

    private PartnersPage() {}

    /**
     * Creates the page.
     *
     * @param statuses of all partners, ordered by id
     * @param after id after which the page begins; empty for the first page
     * @param unreadable number of records of partners, clients and webhooks that can't be read and are left out
     */
    public static Page of(List<WebhookStatus> statuses, String after, int unreadable, @Nullable String fault) {
        List<WebhookStatus> rest = statuses.stream()
                .filter(status -> status.partnerId().compareTo(after) > 0)
                .toList();
        List<WebhookStatus> shown = rest.stream().limit(PAGE).toList();
        Table table = new Table("Partners", "Partner", "Webhook", "Due", "Oldest due since", "Reason");
        shown.forEach(status -> table.row(
                link(status.partnerId()),
                Shown.state(status.state()),
                Html.text(Shown.number(status.due())),
                Shown.timeOrNone(status.oldestDue()),
                Html.text(status.reason() == null ? "–" : status.reason())));
        return Page.refreshing(
                Section.PARTNERS,
                "Partners",
                Shown.fault(fault == null ? null : "Some partners may be missing: " + fault),
                Shown.fault(
                        unreadable == 0
                                ? null
                                : "Some data may be missing: records can't be read; the overview lists them."),
                Tag.P.of(Shown.number(statuses.size()) + " " + Quantity.noun(statuses.size(), "partner")),
                table.orWhereEmpty("No partners."),
                rest.size() > PAGE
                        ? Tag.P.of(Tag.A
                                .to(Place.of("partners")
                                        .with("after", shown.get(PAGE - 1).partnerId()))
                                .of("Next"))
                        : Html.nothing());
    }

    static Html link(String partnerId) {
        return Tag.A.to(Place.of("partners", partnerId)).of(partnerId);
    }
}
