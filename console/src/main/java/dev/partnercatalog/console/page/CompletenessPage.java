package dev.partnercatalog.console.page;

import dev.partnercatalog.operations.completeness.CompletenessPart;
import dev.partnercatalog.operations.completeness.CompletenessReport;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What listed variants lack, by company and as partners read them, the worst first. */
public final class CompletenessPage {

    /** The number of companies, and of partners, on a page. */
    private static final int LENGTH = 50;

    private static final String TITLE = "Completeness";

    /**
     * The fields of the form, as they were filled in.
     *
     * @param lacking what the shown companies lack; empty for anything
     * @param from how many companies and partners the page leaves out before
     */
    public record Fields(String company, String partner, String lacking, int from) {
        public static final String COMPANY = "company";
        public static final String PARTNER = "partner";
        public static final String LACKING = "lacking";
        public static final String FROM = "from";

        /** Whether the form hasn't been filled in yet. */
        public boolean isBlank() {
            return company.isEmpty() && partner.isEmpty();
        }

        Place at(int other) {
            return Section.COMPLETENESS
                    .place()
                    .with(COMPANY, company)
                    .with(PARTNER, partner)
                    .with(LACKING, lacking)
                    .with(FROM, other == 0 ? null : other);
        }
    }

    private CompletenessPage() {}

    /** The form alone, with the fault in what was filled in. */
    public static Page of(Fields fields, @Nullable String fault) {
        return Page.of(Section.COMPLETENESS, TITLE, form(fields), Shown.fault(fault));
    }

    /**
     * The form and the report.
     *
     * @param at when the variants were counted
     */
    public static Page of(Fields fields, CompletenessReport counted, Instant at) {
        CompletenessPart part = CompletenessPart.named(fields.lacking(), fields.from(), LENGTH);
        int most = Math.max(counted.companies().size(), counted.partners().size());
        return Page.of(
                Section.COMPLETENESS,
                TITLE,
                form(fields),
                Tag.P.styled("quiet").of(Html.text("Counted at "), Shown.time(at), Html.text(".")),
                ReportView.of(counted.report(fields.partner().isEmpty() ? null : fields.partner(), part)),
                Tag.P.of(
                        fields.from() == 0
                                ? Html.nothing()
                                : Tag.A
                                        .to(fields.at(Math.max(0, fields.from() - LENGTH)))
                                        .of("Worse"),
                        Html.text(" "),
                        fields.from() + LENGTH >= most
                                ? Html.nothing()
                                : Tag.A.to(fields.at(fields.from() + LENGTH)).of("Next")));
    }

    private static Html form(Fields fields) {
        Map<String, String> choices = new LinkedHashMap<>();
        choices.put("", "anything");
        choices.putAll(CompletenessPart.choices());
        return Html.of(
                Tag.P.of("What listed variants lack. Enter a company, a partner, or both."),
                Forms.get(
                        Section.COMPLETENESS.place(),
                        "Count",
                        Forms.text(Fields.COMPANY, "Company", fields.company(), false),
                        Forms.text(Fields.PARTNER, "Partner", fields.partner(), false),
                        Forms.choice(Fields.LACKING, "Only with", fields.lacking(), choices)));
    }
}
