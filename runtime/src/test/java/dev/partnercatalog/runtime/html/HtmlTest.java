package dev.partnercatalog.runtime.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class HtmlTest {

    private static final String HOSTILE = "<script>alert('x')</script> & \"onload=\"";
    private static final String HARMLESS = "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;onload=&quot;";

    @Test
    void a_value_is_text_wherever_it_stands() {
        assertThat(Html.text(HOSTILE)).hasToString(HARMLESS);
        assertThat(Tag.P.of(HOSTILE)).hasToString("<p>" + HARMLESS + "</p>");
        assertThat(new Table(HOSTILE, HOSTILE).row(Html.text(HOSTILE)).html().toString())
                .doesNotContain("<script", "\"onload");
    }

    @Test
    void no_attribute_lets_a_value_out_of_its_quotes() {
        for (Attribute attribute : Attribute.values()) {
            assertThat(Tag.INPUT.with(attribute, HOSTILE).of())
                    .hasToString("<input " + attribute.nameInMarkup() + "=\"" + HARMLESS + "\">");
        }
    }

    @Test
    void no_attribute_of_any_value_is_one_that_a_browser_runs_or_follows() {
        assertThat(Arrays.stream(Attribute.values()).map(Attribute::nameInMarkup))
                .noneMatch(name -> name.startsWith("on"))
                .doesNotContain("href", "src", "action", "formaction", "style", "srcdoc", "xlink:href", "http-equiv");
        assertThat(Arrays.stream(Tag.values()).map(tag -> tag.name().toLowerCase(Locale.ROOT)))
                .doesNotContain("style", "iframe", "object", "embed", "base", "template");
    }

    @Test
    void a_place_is_of_this_console_whatever_its_parts_say() {
        assertThat(Place.of("partners", "a/../b?c#d e").with("q", "1&x=2"))
                .hasToString("/partners/a%2F..%2Fb%3Fc%23d%20e?q=1%26x%3D2");
        assertThat(Place.of("javascript:alert(1)").toString()).startsWith("/");
        assertThat(Place.of().with("a", null)).hasToString("/");
        assertThatThrownBy(() -> Place.of("", "evil.example")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void what_is_sent_back_keeps_each_character_but_stays_text() {
        String typed = "zero\u200Dwidth\u200Cjoiners\ttab\u202E two\r\nlines\u0000";
        String kept = "zero\u200Dwidth\u200Cjoiners\ttab\u202E two\r\nlines";
        assertThat(Html.editable(typed)).hasToString(kept);
        assertThat(Tag.INPUT.with(Attribute.VALUE, typed).of()).hasToString("<input value=\"" + kept + "\">");
        assertThat(Html.editable(HOSTILE)).hasToString(HARMLESS);
    }

    @Test
    void characters_that_turn_text_around_are_replaced() {
        assertThat(Html.text("a\u202Eb\u0000c\u001Bd")).hasToString("a\uFFFDb\uFFFDc\uFFFDd");
        assertThat(Html.text("two\nlines, é, 漢, 😀")).hasToString("two\nlines, é, 漢, 😀");
    }
}
