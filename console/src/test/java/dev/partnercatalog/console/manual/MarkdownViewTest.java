package dev.partnercatalog.console.manual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.partnercatalog.runtime.html.Place;
import org.junit.jupiter.api.Test;

class MarkdownViewTest {

    @Test
    void a_heading_is_reached_by_the_anchor_that_the_repository_gives_it() {
        Chapter chapter =
                chapter("# The `title`\n\n## Who may do what?\n\n### `query-api`: 1\n\n## Who may do what?\n");
        assertThat(chapter.title()).isEqualTo("The title");
        assertThat(chapter.anchors()).containsExactlyInAnyOrder("who-may-do-what", "query-api-1", "who-may-do-what-1");
        assertThat(chapter.content().toString())
                .isEqualTo("<h2 id=\"who-may-do-what\">Who may do what?</h2>"
                        + "<h3 id=\"query-api-1\"><code>query-api</code>: 1</h3>"
                        + "<h2 id=\"who-may-do-what-1\">Who may do what?</h2>");
    }

    @Test
    void a_link_leads_to_a_document_that_the_console_has_and_of_any_other_says_where_it_is() {
        assertThat(content("[a](#down), [b](run.md), [c](../settings.md#clocks)"))
                .isEqualTo("<p><a href=\"/docs/page#down\">a</a>, <a href=\"/docs/run\">b</a>,"
                        + " <a href=\"/docs/settings#clocks\">c</a></p>");
        assertThat(content(
                        "[d](../../benchmarks/REPORT.md#x), [REPORT.md](../../benchmarks/REPORT.md), [deploy/helm](../../deploy/helm),"
                                + " [e](https://example.com/?a=1&b), [f](javascript:alert(1))"))
                .isEqualTo("<p>d (benchmarks/REPORT.md), REPORT.md, deploy/helm, e (https://example.com/?a=1&amp;b),"
                        + " f (javascript:alert(1))</p>");
    }

    @Test
    void text_lists_and_code_keep_their_form() {
        assertThat(content(
                        "One *two* **three** `<four>` <five\nsix\n\n- a\n- b\n\n1. c\n\n   ```sh\n   d < e\n   ```\n"))
                .isEqualTo(
                        "<p>One <em>two</em> <strong>three</strong> <code>&lt;four&gt;</code> &lt;five\nsix</p>"
                                + "<ul><li>a</li><li>b</li></ul>"
                                + "<ol><li><p>c</p><pre tabindex=\"0\" role=\"region\" aria-label=\"T, example\">d &lt; e\n</pre></li></ol>");
    }

    @Test
    void the_tables_of_a_section_have_different_names_and_a_column_without_a_name_has_no_header() {
        String table = "| | b |\n|---|---|\n| `c` | d \\| e |\n\n";
        assertThat(content(table + table))
                .contains("aria-label=\"T\"", "aria-label=\"T 2\"")
                .contains("<td role=\"cell\"></td><th scope=\"col\" role=\"columnheader\">b</th>")
                .contains("<code>c</code>", "d | e");
        assertThat(content("| a | b |\n|---|---|\n| | c |\n"))
                .doesNotContain("rowheader")
                .contains(">c</span></td>");
    }

    @Test
    void raw_markup_is_refused() {
        for (String markup : new String[] {"<script>alert(1)</script>", "a <b onclick=alert(1)>b</b>", "<!-- c -->"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> content(markup))
                    .withMessageStartingWith("docs/operators/page.md, T: the console can't show a Html");
        }
    }

    private static String content(String markdown) {
        return chapter("# T\n\n" + markdown).content().toString();
    }

    private static Chapter chapter(String markdown) {
        return MarkdownView.of("docs/operators/page.md", markdown, path -> switch (path) {
            case "docs/operators/page.md" -> Place.of("docs", "page");
            case "docs/operators/run.md" -> Place.of("docs", "run");
            case "docs/settings.md" -> Place.of("docs", "settings");
            default -> null;
        });
    }
}
