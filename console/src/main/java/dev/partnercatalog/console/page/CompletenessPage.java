package dev.partnercatalog.console.page;

import dev.partnercatalog.operations.completeness.CompletenessCounts;
import dev.partnercatalog.operations.completeness.CompletenessReport;
import dev.partnercatalog.operations.completeness.FailedConversion;
import dev.partnercatalog.operations.completeness.Lacking;
import dev.partnercatalog.operations.explain.ShownValue;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What listed variants lack, by company and as partners read them. */
public final class CompletenessPage {

    private static final String TITLE = "Completeness";

    /** The fields of the form, as they were filled in. */
    public record Fields(String company, String partner) {

        /** Whether the form hasn't been filled in yet. */
        public boolean isBlank() {
            return company.isEmpty() && partner.isEmpty();
        }
    }

    private CompletenessPage() {}

    /** The form alone, with the fault in what was filled in. */
    public static Page of(Fields fields, @Nullable String fault) {
        return Page.of(Section.COMPLETENESS, TITLE, form(fields), Shown.fault(fault));
    }

    public static Page of(Fields fields, CompletenessReport report) {
        return Page.of(Section.COMPLETENESS, TITLE, form(fields), result(report));
    }

    private static Html form(Fields fields) {
        return Html.of(
                Tag.P.of("What listed variants lack. Enter a company, a partner, or both."),
                Forms.get(
                        Section.COMPLETENESS.place(),
                        "Count",
                        Forms.text("company", "Company", fields.company(), false),
                        Forms.text("partner", "Partner", fields.partner(), false)));
    }

    private static Html result(CompletenessReport report) {
        return Html.of(
                Html.of(report.stopped().stream()
                        .map(why -> Shown.fault("Stopped early. " + why))
                        .toList()),
                Html.of(report.unreadable().stream()
                        .map(record -> Shown.fault("A record can't be read: " + record.text() + "; " + record.remedy()))
                        .toList()),
                Tag.SECTION.of(
                        Tag.H2.of("By company"),
                        counts("Listed variants of companies", "Company", report.companies()),
                        examples(report.companies(), "company")),
                Tag.SECTION.of(
                        Tag.H2.of("By partner"),
                        counts("Listed variants as partners read them", "Partner", report.partners()),
                        examples(report.partners(), "partner")),
                near(report),
                Tag.SECTION.of(Tag.H2.of("Failed conversions"), conversions(report)));
    }

    private static Html near(CompletenessReport report) {
        if (report.near().isEmpty()) {
            return Html.nothing();
        }
        Table table = new Table("Perhaps the same number; nothing is matched by it", "Listed", "In BPD");
        report.near().forEach((barcode, others) -> table.row(Html.text(barcode), Html.text(String.join(", ", others))));
        return Tag.SECTION.of(Tag.H2.of("Lacking in BPD, but almost there"), table.html());
    }

    private static <K> Html counts(String caption, String name, Map<K, CompletenessCounts> counts) {
        List<String> headers = new ArrayList<>(List.of(name, "Listed"));
        Arrays.stream(Lacking.values()).map(CompletenessPage::words).forEach(headers::add);
        Table table = new Table(caption, headers.toArray(String[]::new));
        counts.forEach((id, counted) -> {
            List<Html> row = new ArrayList<>(List.of(Html.text(id), Html.text(Shown.number(counted.listed()))));
            for (Lacking what : Lacking.values()) {
                row.add(Html.text(Shown.number(counted.lacking(what))));
            }
            table.row(row);
        });
        return table.orWhereEmpty("Nothing is listed.");
    }

    private static String words(Lacking what) {
        return switch (what) {
            case ENTRY -> "Not in BPD";
            case IMAGE -> "No image";
            case UNIT -> "No unit";
            case POTENCY -> "No potency";
            case POTENCY_UNIT -> "No potency unit";
            case CONVERSION -> "Unit not converted";
        };
    }

    private static <K> Html examples(Map<K, CompletenessCounts> counts, String name) {
        Table table = new Table("Examples, by " + name, "Problem", "Of", "Variants");
        counts.forEach((id, counted) -> {
            for (Lacking what : Lacking.values()) {
                if (!counted.examples(what).isEmpty()) {
                    table.row(
                            Html.text(words(what)),
                            Html.text(name + " " + id),
                            Html.text(String.join(", ", counted.examples(what))
                                    + (counted.examples(what).size() < counted.lacking(what) ? ", …" : "")));
                }
            }
        });
        return table.orWhereEmpty("Nothing is lacking.");
    }

    private static Html conversions(CompletenessReport report) {
        Table table = new Table(
                "Values that can't be converted to the configured unit",
                "Barcode",
                "Company",
                "Partner",
                "Configured",
                "Field",
                "Value",
                "Reason");
        for (FailedConversion conversion : report.conversions()) {
            table.row(
                    Html.text(conversion.barcode()),
                    Html.text(conversion.companyId()),
                    Html.text(conversion.partnerId()),
                    Tag.CODE.of(ShownValue.of(conversion.fault().wantedUnit())),
                    Html.text(conversion.fault().field()),
                    Tag.CODE.of(ShownValue.of(conversion.fault().value())),
                    Html.text(conversion.fault().reason().words()));
        }
        return Html.of(
                table.orWhereEmpty("None."),
                report.unnamedConversions() == 0
                        ? Html.nothing()
                        : Tag.P.styled("quiet").of("and " + Shown.number(report.unnamedConversions()) + " more"));
    }
}
