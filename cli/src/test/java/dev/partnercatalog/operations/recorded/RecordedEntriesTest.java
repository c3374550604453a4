package dev.partnercatalog.operations.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecordedEntriesTest {

    private static final Scope COMPANY = new Scope.Company(7);
    private static final String READ = "read";

    @AutoClose
    private final TopicsInMemory topics = new TopicsInMemory();

    @BeforeEach
    void publish() {
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
        }
    }

    @Test
    void entries_come_sorted_and_each_part_is_passed_on_before_the_next_is_read() {
        List<String> events = new ArrayList<>();
        List<Long> progress = new ArrayList<>();
        try (RecordedCatalog catalog = topics.catalog()) {
            catalog.entries(
                    Set.of("3", "2", "1", "none"), COMPANY, 2, (barcode, entry) -> events.add(barcode), (done, all) -> {
                        progress.add(done * 100 / all);
                        if (events.isEmpty() || !events.get(events.size() - 1).equals(READ)) {
                            events.add(READ);
                        }
                    });
        }
        assertThat(events).containsExactly(READ, "1", "2", READ, "3");
        assertThat(progress).isSorted().allMatch(percent -> percent <= 100);
    }

    @Test
    void nothing_more_is_read_once_the_receiver_has_enough() {
        Set<String> passedOn = new LinkedHashSet<>();
        Set<Integer> readAfter = new HashSet<>();
        try (RecordedCatalog catalog = topics.catalog()) {
            catalog.entries(
                    Set.of("3", "2", "1"),
                    COMPANY,
                    1,
                    (barcode, entry) -> passedOn.add(barcode) && !barcode.equals("2"),
                    (done, all) -> readAfter.add(passedOn.size()));
        }
        assertThat(passedOn).containsExactly("1", "2");
        assertThat(readAfter).containsExactlyInAnyOrder(0, 1);
    }
}
