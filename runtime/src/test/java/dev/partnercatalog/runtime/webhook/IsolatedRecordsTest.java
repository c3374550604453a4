package dev.partnercatalog.runtime.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.IsolatedRecord;
import dev.partnercatalog.records.WebhookBacklog;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IsolatedRecordsTest {

    private static final List<WebhookBacklog> BACKLOGS = List.of(backlog(0, 1, 300), backlog(1, 2, 100, 200));

    private static WebhookBacklog backlog(int partition, long isolated, long... since) {
        return new WebhookBacklog(
                "p",
                partition,
                5L,
                1L,
                1L,
                isolated,
                IntStream.range(0, since.length)
                        .mapToObj(i -> new IsolatedRecord(1L, 11L, "b" + partition + i, since[i], 3, "500"))
                        .toList(),
                0L,
                false);
    }

    @Test
    void D37_a_record_is_named_only_once_another_was_accepted_since() {
        assertThat(IsolatedRecords.of(BACKLOGS, null)).isEqualTo(new IsolatedRecords(0, List.of()));
        assertThat(IsolatedRecords.of(BACKLOGS, Instant.ofEpochMilli(100)).named())
                .isEmpty();
        IsolatedRecords some = IsolatedRecords.of(BACKLOGS, Instant.ofEpochMilli(250));
        assertThat(some.count()).isEqualTo(2);
        assertThat(some.named()).extracting(IsolatedRecord::getBarcode).containsExactly("b10", "b11");
    }

    @Test
    void all_are_counted_and_those_that_have_been_isolated_for_longest_are_named() {
        long[] since = IntStream.range(0, 20).mapToLong(i -> 100 + i).toArray();
        IsolatedRecords found =
                IsolatedRecords.of(List.of(backlog(0, 500, since), backlog(1, 1, 50)), Instant.ofEpochMilli(1_000));
        assertThat(found.count()).isEqualTo(501);
        assertThat(found.named())
                .hasSize(20)
                .first()
                .extracting(IsolatedRecord::getBarcode)
                .isEqualTo("b10");
    }
}
