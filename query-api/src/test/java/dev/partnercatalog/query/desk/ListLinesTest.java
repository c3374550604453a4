package dev.partnercatalog.query.desk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListLinesTest {

    private static String shown(List<String> texts) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        texts.forEach(array::add);
        return ListLines.of(array);
    }

    @Test
    void whatever_the_texts_are_they_come_back_as_they_were() {
        List<String> texts = List.of(
                "",
                " ",
                "Flower",
                "Pre-Roll, Infused",
                " Vape",
                "Vape\t",
                "a\nb",
                "a\r\nb",
                "\"",
                "\"Vape\"",
                "\\",
                "[]",
                "\u0000",
                "\u0085",
                "\u2028",
                "Fleur d'été 😀");
        assertThat(ListLines.read(shown(texts))).isEqualTo(texts);
        // As browsers send lines.
        assertThat(ListLines.read(shown(texts).replace("\n", "\r\n"))).isEqualTo(texts);
        assertThat(ListLines.read(shown(List.of()))).isEmpty();
        assertThat(ListLines.of(NullNode.getInstance())).isEmpty();
    }

    @Test
    void an_ordinary_text_is_shown_as_it_is_and_an_empty_one_in_quotation_marks() {
        assertThat(shown(List.of("Pre-Roll, Infused", ""))).isEqualTo("Pre-Roll, Infused\n\"\"");
    }

    @Test
    void what_one_types_is_a_text_a_line_and_what_is_no_quotation_is_meant_as_it_is() {
        assertThat(ListLines.read("\n Flower \r\n\r\n\"Vape\"\n\"5 inch\n\"a\" or \"b\"\n"))
                .containsExactly("Flower", "Vape", "\"5 inch", "\"a\" or \"b\"");
    }
}
