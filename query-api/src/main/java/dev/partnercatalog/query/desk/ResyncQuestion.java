package dev.partnercatalog.query.desk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import java.util.stream.StreamSupport;

/**
 * A resync that an engineer has asked for, and what it would do. How many records it would send isn't known without reading all of
 * them.
 *
 * @param company empty for everything
 * @param location empty for all of the company
 * @param barcode empty for all that is listed
 */
record ResyncQuestion(String company, String location, String barcode) {

    static final String BARCODE = "barcode";

    static ResyncQuestion of(DeskVisit visit) {
        return new ResyncQuestion(
                visit.field(PartnerScopes.COMPANY), visit.field(PartnerScopes.LOCATION), visit.field(BARCODE));
    }

    /** Whether it says which location or record it is about; if not, it must not be taken for everything. */
    boolean isComplete() {
        return (location.isEmpty() || !company.isEmpty()) && (barcode.isEmpty() || !location.isEmpty());
    }

    /** As the API expects it; empty for everything. */
    String body() {
        if (company.isEmpty()) {
            return "";
        }
        ObjectNode part = JsonFacts.object();
        PartnerScopes.putNumber(part, "companyId", company);
        PartnerScopes.putNumber(part, "locationId", location);
        if (!barcode.isEmpty()) {
            part.put(BARCODE, barcode);
        }
        return part.toString();
    }

    /** The page that asks; what belongs to someone else isn't found. */
    DeskView page(DeskVisit visit) {
        PartnerScopes scopes = PartnerScopes.of(visit.api());
        if (!company.isEmpty() && !scopes.contains(company, location)) {
            return DeskView.fault(404, "Not found", "You have no such company or location.");
        }
        JsonNode webhook = visit.api().get(WebhookDesk.WEBHOOK).orThrow();
        return DeskView.of(
                DeskSection.WEBHOOK,
                "Resync " + subject(),
                Tag.P.of(Html.text(sent(scopes))),
                Tag.P.of(
                        "What changes meanwhile is sent first. Nothing is removed by it: a removal that you have accepted isn't"
                                + " sent again, so delete what hasn't arrived again once nothing is due."),
                Shown.facts(
                        JsonFacts.text("Endpoint", webhook.path("url")),
                        Shown.fact(
                                "Variants due already",
                                Html.text(Shown.number(webhook.path("due").asLong())))),
                visit.form(
                        Place.of("desk", "webhook", "resync", "now"),
                        Forms.submit("Resync " + subject()),
                        Forms.hidden(PartnerScopes.COMPANY, company),
                        Forms.hidden(PartnerScopes.LOCATION, location),
                        Forms.hidden(BARCODE, barcode)),
                Tag.P.of(Tag.A.to(DeskSection.WEBHOOK.place()).of("Leave it")));
    }

    private String subject() {
        if (company.isEmpty()) {
            return "everything";
        }
        if (!barcode.isEmpty()) {
            return "one record";
        }
        return location.isEmpty() ? "company " + company : "location " + location;
    }

    private String sent(PartnerScopes scopes) {
        if (!barcode.isEmpty()) {
            return "Sends the record of barcode " + barcode + " at location " + location + " of company " + company
                    + " once more, or its removal if it isn't listed there.";
        }
        if (!location.isEmpty()) {
            return "Sends every record that location " + location + " of company " + company + " lists once more.";
        }
        JsonNode companies = scopes.partner().path("allowedCompanies");
        long locations = StreamSupport.stream(companies.spliterator(), false)
                .filter(one -> company.isEmpty() || one.path("id").asText().equals(company))
                .mapToLong(one -> one.path("locations").size())
                .sum();
        return "Sends every record once more that "
                + (company.isEmpty()
                        ? Shown.number(companies.size()) + " companies with " + Shown.number(locations)
                                + " locations list."
                        : "company " + company + " and its " + Shown.number(locations) + " locations list.");
    }
}
