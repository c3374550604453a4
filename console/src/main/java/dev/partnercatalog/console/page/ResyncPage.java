package dev.partnercatalog.console.page;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.webhooks.ResyncSize;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import org.jspecify.annotations.Nullable;

/**
 * Asks the operator to confirm a resync.
 *
 * @param part the requested part
 * @param size how much would be sent; null if it would take long to find out
 */
public record ResyncPage(
        String partnerId, Part part, @Nullable ResyncSize size) {

    /** The request; a field is empty if it isn't used. */
    public record Part(String company, String location, String barcode) {

        public static final String COMPANY = "company";
        public static final String LOCATION = "location";
        public static final String BARCODE = "barcode";

        /** Describes it in words. */
        String words() {
            if (company.isEmpty()) {
                return "everything";
            }
            String ofCompany = "company " + company;
            if (location.isEmpty()) {
                return ofCompany + " with all its locations";
            }
            String scope = location.equals(company)
                    ? ofCompany + " at company scope"
                    : "location " + location + " of " + ofCompany;
            return barcode.isEmpty() ? scope : "barcode " + barcode + " at " + scope;
        }
    }

    public Page page(Visitor visitor) {
        return Page.of(
                Section.PARTNERS,
                "Resync partner " + partnerId,
                Tag.P.of("This sends " + part.words() + " to the partner again: " + sizeInWords()
                        + " Changes that arrive meanwhile are sent first."),
                question(visitor),
                OperationPage.back(partnerId));
    }

    private String sizeInWords() {
        if (size == null || (size.records() == 0 && !size.areAll())) {
            return "each listed variant that it may see.";
        }
        long records = size.records();
        if (!size.areAll()) {
            return Shown.number(records) + " or more records.";
        }
        return records == 0
                ? "nothing, because none of it is listed where the partner may see it."
                : "at most " + Shown.number(records) + " " + Quantity.noun(records, "record") + ".";
    }

    private Html question(Visitor visitor) {
        return new VisitorForms(visitor)
                .actOrSayWhyNot(
                        Place.of("partners", partnerId, "resync"),
                        "Send again",
                        Forms.hidden(Part.COMPANY, part.company()),
                        Forms.hidden(Part.LOCATION, part.location()),
                        Forms.hidden(Part.BARCODE, part.barcode()));
    }
}
