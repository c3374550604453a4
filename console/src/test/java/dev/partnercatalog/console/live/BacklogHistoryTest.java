package dev.partnercatalog.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.operations.webhooks.ChosenContent;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.records.WebhookSettings;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BacklogHistoryTest {

    private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

    private final BacklogHistory history = new BacklogHistory();

    @Test
    void a_backlog_is_followed_from_when_something_is_due_until_an_hour_after() {
        history.sample(START, List.of(status("p", 0)));
        assertThat(history.of("p")).isEmpty();
        history.sample(START.plusSeconds(5), List.of(status("p", 7)));
        history.sample(START.plusSeconds(10), List.of(status("p", 0)));
        assertThat(history.of("p")).extracting(BacklogHistory.Sample::due).containsExactly(7L, 0L);
        history.sample(START.plus(BacklogHistory.LENGTH).plusSeconds(6), List.of(status("p", 0)));
        assertThat(history.of("p")).isEmpty();
    }

    @Test
    void no_more_partners_are_kept_than_the_bound() {
        List<WebhookStatus> many = IntStream.rangeClosed(0, BacklogHistory.MAX_PARTNERS)
                .mapToObj(i -> status("p" + i, 1))
                .toList();
        history.sample(START, many);
        assertThat(history.of("p0")).hasSize(1);
        assertThat(history.of("p" + BacklogHistory.MAX_PARTNERS)).isEmpty();
    }

    private static WebhookStatus status(String partnerId, long due) {
        return new WebhookStatus(
                partnerId,
                WebhookStatus.State.HEALTHY,
                null,
                null,
                null,
                null,
                null,
                null,
                due,
                null,
                0,
                List.of(),
                0,
                ChosenContent.of(WebhookSettings.newBuilder().build()));
    }
}
