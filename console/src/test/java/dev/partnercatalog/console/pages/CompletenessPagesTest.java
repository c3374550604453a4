package dev.partnercatalog.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.operations.completeness.CompletenessCounts;
import dev.partnercatalog.operations.completeness.CompletenessReport;
import dev.partnercatalog.operations.completeness.Lacking;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CompletenessPagesTest {

    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    @Test
    void the_worst_companies_come_first_on_pages_of_fifty() {
        assertThat(page("", 0))
                .containsSubsequence(">120</a>", ">119</a>", ">71</a>", "and 70 more")
                .contains("<a href=\"/completeness?partner=p&amp;from=50\">Next</a>")
                .doesNotContain(">70</a>", "Worse");
        assertThat(page("", 100))
                .containsSubsequence(">20</a>", ">1</a>")
                .contains("<a href=\"/completeness?partner=p&amp;from=50\">Worse</a>")
                .doesNotContain(">Next<");
    }

    @Test
    void a_company_leads_to_its_own_counts_and_a_variant_to_its_explanation_for_the_partner() {
        assertThat(page("image", 0))
                .contains("<a href=\"/completeness?company=120&amp;partner=p\">120</a>")
                .contains("<a href=\"/explain?partner=p&amp;company=120&amp;kind=barcode&amp;identifier=b\">b</a>, …");
    }

    @Test
    void only_what_lacks_the_chosen_thing_is_shown() {
        assertThat(page("unit", 0)).contains("None.").doesNotContain(">120</a>");
    }

    private static String page(String lacking, int from) {
        SortedMap<Long, CompletenessCounts> companies = new TreeMap<>();
        for (long id = 1; id <= 120; id++) {
            companies.put(
                    id,
                    new CompletenessCounts(1_000, Map.of(Lacking.IMAGE, id + 1), Map.of(Lacking.IMAGE, List.of("b"))));
        }
        CompletenessReport report =
                new CompletenessReport(companies, new TreeMap<>(), 0, List.of(), new TreeMap<>(), List.of(), List.of());
        CompletenessPages.Fields fields = new CompletenessPages.Fields("", "p", lacking, from);
        return Layout.render(
                CompletenessPages.page(fields, CompletenessPages.report(fields, report, NOON)),
                Visitor.reader(false),
                null,
                List.of());
    }
}
