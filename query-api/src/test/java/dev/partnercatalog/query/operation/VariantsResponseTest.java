package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantLayers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariantsResponseTest {

    /** All of them are longer than a buffer; each alone, or dozens of them, are not. */
    private static final int VARIANTS = 60;

    @AutoClose
    private final ApiHarness api = new ApiHarness();

    @BeforeEach
    void list() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("1", "11"));
        for (int i = 0; i < VARIANTS; i++) {
            var values = FieldValues.builder()
                    .set(VariantField.NAME, "Name " + i)
                    .set(VariantField.DESCRIPTION, "d".repeat(10_000 + i))
                    .build();
            api.lookup.variants.put("L" + i, new VariantLayers(values, List.of(), null, null, null).resolve());
            api.lookup.list(11, "sku" + i, "L" + i);
        }
    }

    @ParameterizedTest
    @CsvSource({"1,''", "20,''", "60,''", "1,description", "20,description", "60,description", "60,name"})
    void a_response_says_its_length_whether_or_not_it_fits_in_a_buffer_and_fields_are_chosen(int limit, String fields) {
        ApiAnswer answer =
                api.get("/v1/1/location/11/variants?limit=" + limit + (fields.isEmpty() ? "" : "&fields=" + fields));
        assertThat(answer.header("Content-Length"))
                .isEqualTo(Integer.toString(answer.body().getBytes(StandardCharsets.UTF_8).length));
        assertThat(answer.json().path("variants")).hasSize(limit);
        assertThat(answer.json().at("/variants/0").has("description")).isEqualTo(!fields.equals("name"));
    }
}
