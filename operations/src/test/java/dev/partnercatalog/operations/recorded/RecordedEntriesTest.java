package dev.partnercatalog.operations.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RecordedEntriesTest {

    private static final Scope COMPANY = new Scope.Company(7);
    private static final String READ = "read";

    @AutoClose
    private final TopicsInMemory topics = new TopicsInMemory();

    @Test
    void entries_come_sorted_and_each_part_is_passed_on_before_the_next_is_read() {
        topics.bpd(ExampleCatalog.bpd());
        topics.resolveInBpd(1);
        try (RecordedCatalog catalog = topics.catalog()) {
            ResolvedVariant product = Objects.requireNonNull(catalog.entry(TopicsInMemory.BARCODE, COMPANY));
            for (String barcode : List.of("3", "1", "2")) {
                topics.write(
                        CatalogTopic.RESOLVED_VARIANTS,
                        barcode,
                        ResolvedVariant.newBuilder(product).setBarcode(barcode).build());
            }
            List<String> events = new ArrayList<>();
            List<Long> progress = new ArrayList<>();
            catalog.entries(
                    Set.of("3", "2", "1", "none"), COMPANY, 2, (barcode, entry) -> events.add(barcode), (done, all) -> {
                        progress.add(done * 100 / all);
                        if (events.isEmpty() || !events.get(events.size() - 1).equals(READ)) {
                            events.add(READ);
                        }
                    });
            assertThat(events).containsExactly(READ, "1", "2", READ, "3");
            assertThat(progress).isSorted().allMatch(percent -> percent <= 100);
        }
    }
}
