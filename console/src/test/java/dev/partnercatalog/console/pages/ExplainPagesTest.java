package dev.partnercatalog.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.operations.explain.Explanation;
import dev.partnercatalog.operations.explain.Explanation.Question;
import dev.partnercatalog.operations.recorded.ExampleCatalog;
import dev.partnercatalog.operations.recorded.TopicsInMemory;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExplainPagesTest {

    private final TopicsInMemory topics = new TopicsInMemory();

    @AfterEach
    void stop() {
        topics.close();
    }

    @Test
    void the_layers_stand_side_by_side_and_the_record_is_what_the_partner_gets() {
        new ExampleCatalog(topics).publishEverything(true);
        String page = explained();
        assertThat(page)
                .containsPattern(">BPD</th><th [^>]*>Company override</th><th [^>]*>Company attributes</th>"
                        + "<th [^>]*>Location attributes</th>")
                .contains("<span class=\"outcome won\">won</span>", "<span class=\"outcome replaced\">replaced</span>")
                .contains("<span class=\"outcome off\">flag off</span>")
                .contains("Configuration, lowest layer first")
                .contains("&quot;barcode&quot; : &quot;4001&quot;");
    }

    @Test
    void a_partner_that_gets_nothing_is_told_of_in_place_of_the_record() {
        new ExampleCatalog(topics).publishEverything(false);
        assertThat(explained())
                .contains("The partner gets nothing here: the API returns 403")
                .doesNotContain("&quot;barcode&quot; : ");
    }

    @Test
    void the_events_that_changed_the_fields_last_and_what_keeps_a_unit_from_being_converted_to_are_named() {
        new ExampleCatalog(topics).publishEverything(true);
        assertThat(explained())
                .contains(
                        "<code>company-overrides 3-2</code>",
                        "1970-01-01 00:33:20 UTC",
                        "displayName, description, labels")
                .doesNotContain("can&#39;t be converted to");
        topics.layer(
                "7/#override",
                CompanyOverride.class,
                CompanyOverride.newBuilder(ExampleCatalog.override())
                        .setThc(new Range("1,260mg", "", ""))
                        .build());
        assertThat(explained())
                .contains(
                        "Values that can&#39;t be converted to the configured unit",
                        "thc.avg",
                        "&quot;1,260mg&quot;",
                        "it is not a plain decimal number");
    }

    @Test
    void only_differences_leaves_out_what_one_layer_alone_sets() {
        new ExampleCatalog(topics).publishEverything(true);
        assertThat(explained()).contains(">brand</th>", ">name</th>", "cannabinoidOverrides");
        assertThat(explained(true)).contains(">name</th>", ">description</th>").doesNotContain(">brand</th>");
    }

    @Test
    void a_long_value_unfolds_and_the_record_can_be_scrolled_with_the_keyboard_and_sent_again() {
        new ExampleCatalog(topics).publishEverything(true);
        assertThat(explained())
                .contains(
                        "<details class=\"long\"><summary><code>&quot;Blue Dream “Eighth”, the company&#39;s…</code></summary>",
                        "<pre tabindex=\"0\" role=\"region\" aria-label=\"Record\">",
                        "/partners/p/resync?company=7&amp;location=70&amp;barcode=4001");
    }

    private String explained() {
        return explained(false);
    }

    private String explained(boolean onlyDifferences) {
        Explanation explanation =
                Explanation.of(new Question("p", ExampleCatalog.LOCATION, "4001", false), topics.catalog());
        return Layout.render(
                ExplainPages.page(
                        new ExplainPages.Fields("p", "7", "70", "barcode", "4001", onlyDifferences),
                        KnownIds.of(List.of(), "", ""),
                        ExplainPages.explained(explanation, onlyDifferences)),
                Visitor.reader(false),
                null,
                List.of());
    }
}
