package dev.partnercatalog.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.partnercatalog.schemas.plain.EventConversion;
import dev.partnercatalog.schemas.plain.FieldFault;
import dev.partnercatalog.schemas.plain.FieldFaults;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RowWarningsTest {

    private static final String TOPIC = "catalog.bpd-variants";

    private final List<String> logged = new ArrayList<>();
    private final RowWarnings warnings = new RowWarnings(TOPIC, logged::add);

    @Test
    void a_row_that_is_probably_not_what_was_meant_is_named_with_the_reason() {
        warnings.note("4001", List.of());
        assertThat(logged).isEmpty();

        warnings.note("4001", ofName("NULL"));

        assertThat(logged).singleElement().asString().contains(TOPIC, "key \"4001\": name: \"NULL\"");
    }

    @Test
    void of_a_table_with_many_the_first_are_named_and_the_others_counted() {
        for (int row = 0; row < 12_000; row++) {
            warnings.note("key-" + row, ofName("NULL"));
        }
        assertThat(logged).hasSize(103);
        assertThat(logged.get(99)).contains("key \"key-99\"");
        assertThat(logged.subList(100, 103))
                .containsExactly(
                        "further events of " + TOPIC + " that are probably not what was meant are only counted",
                        "1000 events of " + TOPIC + " so far are probably not what was meant",
                        "10000 events of " + TOPIC + " so far are probably not what was meant");

        warnings.close();

        assertThat(logged.get(103)).startsWith("12000 events");
    }

    private static List<FieldFault> ofName(String name) {
        FieldFaults faults = new FieldFaults();
        return Objects.requireNonNull(new EventConversion(CatalogTopic.BPD_VARIANTS)
                        .event(
                                JsonNodeFactory.instance
                                        .objectNode()
                                        .put("barcode", "4001")
                                        .put("name", name),
                                faults))
                .warnings();
    }
}
