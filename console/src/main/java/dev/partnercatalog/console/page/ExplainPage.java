package dev.partnercatalog.console.page;

import dev.partnercatalog.operations.explain.Explanation;
import dev.partnercatalog.operations.explain.Explanation.Question;
import dev.partnercatalog.operations.explain.ExplanationReport;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The form to ask why a record looks as it does, and the answer if it was submitted. */
public final class ExplainPage {

    /**
     * The fields of the form, as they were filled in.
     *
     * @param differences whether only what layers set differently is shown
     */
    public record Fields(
            String partner, String company, String location, String kind, String identifier, boolean differences) {

        public static final String SKU = "sku";
        public static final String BARCODE = "barcode";
        public static final String DIFFERENCES = "differences";

        /** Whether the form hasn't been filled in yet, or a link has left the partner to choose. */
        public boolean isBlank() {
            return partner.isEmpty() && (company.isEmpty() == identifier.isEmpty());
        }
    }

    private ExplainPage() {}

    /** The form alone, with the fault in what was filled in. */
    public static Page of(Fields fields, KnownIds known, @Nullable String fault) {
        return Page.of(Section.EXPLAIN, "Explain a record", form(fields, known), Shown.fault(fault));
    }

    /** The form and the explanation. */
    public static Page of(Fields fields, KnownIds known, Explanation explanation) {
        return Page.of(
                Section.EXPLAIN,
                "Explain a record",
                form(fields, known),
                ReportView.of(new ExplanationReport(explanation, fields.differences()).report()),
                sendAgain(explanation));
    }

    /** The explanation of a variant, or the form for it if it isn't known for which partner. */
    static Place place(Cell.Variant variant) {
        return Section.EXPLAIN
                .place()
                .with("partner", variant.partnerId())
                .with("company", variant.scope().companyId())
                .with(
                        "location",
                        variant.scope().isCompany() ? null : variant.scope().locationId())
                .with("kind", Fields.BARCODE)
                .with("identifier", variant.barcode());
    }

    /** Leads to the resync of this record, which asks for confirmation. */
    private static Html sendAgain(Explanation explanation) {
        Question question = explanation.question();
        return explanation.record() == null
                ? Html.nothing()
                : Tag.P.of(Tag.A
                        .to(Place.of("partners", question.partnerId(), "resync")
                                .with(ResyncPage.Part.COMPANY, question.scope().companyId())
                                .with(ResyncPage.Part.LOCATION, question.scope().locationId())
                                .with(ResyncPage.Part.BARCODE, explanation.barcode()))
                        .of("Send this record to the partner's webhook again"));
    }

    private static Html form(Fields fields, KnownIds known) {
        Map<String, String> kinds = new LinkedHashMap<>();
        kinds.put(Fields.BARCODE, "barcode");
        kinds.put(Fields.SKU, "SKU");
        return Forms.get(
                Section.EXPLAIN.place(),
                "Explain",
                Forms.text("partner", "Partner", fields.partner(), true, known.partners()),
                Forms.text("company", "Company", fields.company(), true, known.companies()),
                Forms.text("location", "Location", fields.location(), false, known.locations()),
                Forms.choice("kind", "By", fields.kind(), kinds),
                Forms.text("identifier", "Barcode or SKU", fields.identifier(), true),
                Forms.box(Fields.DIFFERENCES, "Only differences", fields.differences()));
    }
}
