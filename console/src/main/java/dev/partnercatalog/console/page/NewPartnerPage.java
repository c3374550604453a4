package dev.partnercatalog.console.page;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import org.jspecify.annotations.Nullable;

/** Creates a partner and its first API client, after a confirmation. */
public final class NewPartnerPage {

    /** The field with the partner's event. */
    public static final String EVENT = "event";

    /** A partner to start from: it may see one company with one location, and has no webhook. */
    public static final String EXAMPLE = """
            {
              "partnerId": "",
              "partnerName": "",
              "enabled": true,
              "webhook": {"enabled": false, "url": ""},
              "allowedCompanies": [
                {
                  "id": "", "name": "", "provider": "", "providerId": "",
                  "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true, "labels": true},
                  "locations": [{"id": "", "name": "", "providerId": ""}]
                }
              ]
            }""";

    static final Place PLACE = Place.of("new-partner");

    private static final String TITLE = "Create a partner";
    private static final int ROWS = 16;

    private NewPartnerPage() {}

    /**
     * The form.
     *
     * @param fault what is wrong with the event, as text; null for nothing
     */
    public static Page form(String event, @Nullable String fault, Visitor visitor) {
        return Page.of(
                Section.PARTNERS,
                TITLE,
                Shown.fault(fault),
                Tag.P.of("The partner as './catalog publish' takes it, and a client with which it can use the API. You"
                        + " are asked to confirm."),
                new VisitorForms(visitor)
                        .actOrSayWhyNot(PLACE, "Check", Forms.lines(EVENT, "Partner, in JSON", event, ROWS)));
    }

    /** Asks the operator to confirm. */
    public static Page confirm(Partner partner, String event, Visitor visitor) {
        int locations = partner.getAllowedCompanies().stream()
                .mapToInt(company -> company.getLocations().size())
                .sum();
        return Page.of(
                Section.PARTNERS,
                TITLE,
                Shown.facts(
                        Shown.fact("Id", Html.text(partner.getPartnerId())),
                        Shown.fact("Name", Html.text(partner.getPartnerName())),
                        Shown.fact("Enabled", Html.text(partner.getEnabled() ? "yes" : "no")),
                        Shown.fact(
                                "Webhook",
                                Html.text(
                                        partner.getWebhook().getEnabled()
                                                ? ShownUrl.of(
                                                        partner.getWebhook().getUrl())
                                                : "disabled")),
                        Shown.fact(
                                "Companies",
                                Html.text(partner.getAllowedCompanies().size() + ", with " + locations
                                        + (locations == 1 ? " location" : " locations")))),
                new VisitorForms(visitor)
                        .act(
                                Place.of("new-partner", "create"),
                                "Create the partner and a client",
                                Forms.hidden(EVENT, event)),
                Tag.P.of(Tag.A.to(PLACE).of("Start again")));
    }
}
