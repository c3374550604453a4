package dev.partnercatalog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class ChangingCatalogTest {

    private final ChangingCatalog catalog = new ChangingCatalog(1_000);

    @Test
    void a_change_is_of_different_things_and_each_becomes_another_one() {
        Map<String, String> before = byKey(catalog.events().toList());
        assertThat(before).hasSize(1_000 + 200 + 150 + 80 + 250);
        for (int round = 0; round < 4; round++) {
            List<ChangingCatalog.Event> change = round % 2 == 0 ? catalog.change(300) : catalog.move(100);
            Map<String, String> after = byKey(change);
            assertThat(after).hasSize(change.size());
            after.forEach(
                    (key, shown) -> assertThat(before.get(key)).isNotNull().isNotEqualTo(shown));
            before.putAll(after);
            assertThat(byKey(catalog.events().toList())).isEqualTo(before);
        }
    }

    @Test
    void events_are_awaited_until_the_record_of_each_shows_it() {
        List<ChangingCatalog.Event> events = catalog.change(300);
        Pipeline.Awaited awaited = Pipeline.showing(events.stream());
        for (ChangingCatalog.Event event : events) {
            assertThat(awaited.missing()).isNotEmpty();
            take(awaited, event.shownAt(), "before");
            take(awaited, "elsewhere", event.shown());
            take(awaited, event.shownAt(), "x" + event.shown());
        }
        assertThat(awaited.missing()).isEmpty();
    }

    @Test
    void a_product_that_a_partner_has_is_none_of_the_others() {
        List<String> listed = catalog.listedProducts(company -> company >= 400).stream()
                .map(change -> change.apply(7).key())
                .toList();
        List<String> others = catalog.otherProducts(company -> company >= 400, 7)
                .map(ChangingCatalog.Event::key)
                .toList();
        assertThat(listed).isNotEmpty().doesNotContainAnyElementsOf(others);
        assertThat(listed.size() + others.size()).isEqualTo(catalog.variants());
    }

    /** What shows each event. */
    private static Map<String, String> byKey(List<ChangingCatalog.Event> events) {
        return events.stream()
                .collect(Collectors.toMap(event -> event.topic() + " " + event.key(), ChangingCatalog.Event::shown));
    }

    private static void take(Pipeline.Awaited awaited, String key, String value) {
        awaited.take(new ConsumerRecord<>(
                "t", 0, 0, key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8)));
    }
}
