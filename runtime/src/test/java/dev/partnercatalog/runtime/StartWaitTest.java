package dev.partnercatalog.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.FoundTopics;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.schemas.topic.WrongTopicException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StartWaitTest {

    @Test
    void missing_topics_are_waited_for_and_then_determine_the_number_of_partitions() {
        Map<CatalogTopic, Integer> all = all(6);
        Map<CatalogTopic, Integer> some = all(6);
        some.remove(CatalogTopic.CLIENTS);
        Iterator<FoundTopics> looks =
                List.of(found(Map.of()), found(some), found(all)).iterator();
        assertThat(StartWait.untilMade(looks::next, Duration.ZERO)).isEqualTo(6);
        assertThat(looks).isExhausted();
    }

    @Test
    void topics_of_upstream_and_dead_letters_may_have_any_number() {
        Map<CatalogTopic, Integer> all = all(6);
        all.put(CatalogTopic.BPD_VARIANTS, 50);
        all.put(CatalogTopic.DEAD_LETTERS, 1);
        assertThat(found(all).partitions()).isEqualTo(6);
    }

    @Test
    void different_numbers_are_refused_and_the_topics_named() {
        Map<CatalogTopic, Integer> all = all(6);
        all.put(CatalogTopic.SKU_BARCODES, 8);
        assertThatThrownBy(() -> StartWait.untilMade(() -> found(all), Duration.ZERO))
                .isInstanceOf(WrongTopicException.class)
                .hasMessageContainingAll(
                        "6 partitions: ", "catalog.resolved-variants", "8 partitions: catalog.sku-barcodes");
    }

    @Test
    void a_number_that_was_not_requested_is_not_made_up() {
        TopicSettings topics = new TopicSettings("catalog.", TopicSettings.NOT_ASKED, (short) 1);
        assertThatThrownBy(topics::partitions).isInstanceOf(IllegalStateException.class);
        assertThat(topics.found(6).partitions()).isEqualTo(6);
    }

    private static Map<CatalogTopic, Integer> all(int partitions) {
        Map<CatalogTopic, Integer> all = new EnumMap<>(CatalogTopic.class);
        for (CatalogTopic topic : CatalogTopic.values()) {
            all.put(topic, partitions);
        }
        return all;
    }

    private static FoundTopics found(Map<CatalogTopic, Integer> partitions) {
        return new FoundTopics("catalog.", partitions);
    }
}
