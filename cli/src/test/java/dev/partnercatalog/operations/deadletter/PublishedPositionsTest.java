package dev.partnercatalog.operations.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PublishedPositionsTest {

    private final PublishedPositions positions = new PublishedPositions();

    @Test
    void other_records_between_ones_own_are_told_apart() {
        add(0, 5_000_000_000L);
        add(0, 5_000_000_002L);
        add(3, 0);
        assertThat(positions.count()).isEqualTo(3);
        assertThat(positions.contain(new LogPosition(0, 5_000_000_000L))).isTrue();
        assertThat(positions.contain(new LogPosition(0, 5_000_000_001L))).isFalse();
        assertThat(positions.contain(new LogPosition(0, 5_000_000_002L))).isTrue();
        assertThat(positions.contain(new LogPosition(0, 4_999_999_999L))).isFalse();
        assertThat(positions.contain(new LogPosition(0, Long.MAX_VALUE))).isFalse();
        assertThat(positions.contain(new LogPosition(3, 0))).isTrue();
        assertThat(positions.contain(new LogPosition(2, 0))).isFalse();
    }

    private void add(int partition, long offset) {
        positions.add(new RecordMetadata(new TopicPartition("t", partition), offset, 0, 0, 0, 0));
    }
}
