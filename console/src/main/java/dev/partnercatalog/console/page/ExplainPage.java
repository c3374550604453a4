package dev.partnercatalog.console.page;

import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Shown;
import java.util.LinkedHashMap;
import java.util.List;
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

        /** Whether the form hasn't been filled in yet. */
        public boolean isBlank() {
            return List.of(partner, company, location, identifier).stream().allMatch(String::isEmpty);
        }
    }

    private ExplainPage() {}

    /** The form alone, with the fault in what was filled in. */
    public static Page of(Fields fields, KnownIds known, @Nullable String fault) {
        return Page.of(Section.EXPLAIN, "Explain a record", form(fields, known), Shown.fault(fault));
    }

    public static Page of(Fields fields, KnownIds known, ExplanationView explanation) {
        return Page.of(Section.EXPLAIN, "Explain a record", form(fields, known), explanation.html());
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
