package dev.partnercatalog.console.page;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.page.ResyncPage.Part;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import java.util.List;

/**
 * Asks the operator to confirm that the records of one message are sent again.
 *
 * @param message the message's id
 */
public record RepeatPage(String partnerId, String message, List<ResyncScope> variants) {

    /** The field with the message's id. */
    public static final String MESSAGE = "message";

    /** The place of this page. */
    static Place place(String partnerId) {
        return Place.of("partners", partnerId, "repeat");
    }

    public Page page(Visitor visitor) {
        Table table = new Table("Records of the message", "Barcode", "Company", "Location", "Only this one");
        variants.forEach(variant -> table.row(
                Tag.CODE.of(String.valueOf(variant.getBarcode())),
                Html.text(variant.getCompanyId()),
                Html.text(variant.getLocationId()),
                Tag.A
                        .to(Place.of("partners", partnerId, "resync")
                                .with(Part.COMPANY, variant.getCompanyId())
                                .with(Part.LOCATION, variant.getLocationId())
                                .with(Part.BARCODE, variant.getBarcode()))
                        .of("Resync " + variant.getBarcode())));
        return Page.of(
                Section.PARTNERS,
                "Send a message to partner " + partnerId + " again",
                Tag.P.of(
                        Html.text("This sends the " + Quantity.noun(variants.size(), "record") + " of message "),
                        Tag.CODE.of(message),
                        Html.text(" to the partner again, with present values and in a new message:")),
                table.html(),
                new VisitorForms(visitor)
                        .actOrSayWhyNot(place(partnerId), "Send again", Forms.hidden(MESSAGE, message)),
                OperationPage.back(partnerId));
    }
}
