package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.webhook.catalog.SinkCatalog.FeedPosition;
import dev.partnercatalog.webhook.state.SinkState.TaskRow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class FormatTest {

    private static final Hash HASH = Hash.ofValues("x");

    @Test
    void every_row_is_read_as_it_was_written() {
        ScopedVariant variant = new ScopedVariant(Scope.of(1, 2), "A");
        for (Object row : List.of(
                PartnerRow.NEW,
                new PartnerRow(
                        HASH,
                        new FeedPosition(1, 2),
                        3,
                        List.of(
                                new PartnerRow.Scan(1, 2, 3, "A", 4, PartnerRow.Next.of(variant)),
                                new PartnerRow.Scan(0, 0, 0, null, 4, null)),
                        5,
                        6,
                        new PartnerRow.Hold(7, 8, true)),
                new TaskRow(FeedPosition.NOTHING, 1, 2, List.of("id", "other")),
                new Deferred(Deferred.Kind.HELD, 1, PublicationTime.UNKNOWN, null),
                isolated(0))) {
            assertThat((Object) Format.read(Format.write(row), row.getClass())).isEqualTo(row);
        }
    }

    @Test
    void the_time_of_an_isolated_record_s_message_is_not_known_after_a_start() {
        assertThat(Format.read(Format.write(isolated(9)), Deferred.class)).isEqualTo(isolated(0));
    }

    @Test
    void a_format_of_a_later_version_is_refused_and_not_misread() {
        byte[] later = "{\"read\":{\"entries\":1,\"listings\":1},\"clock\":1,\"caughtUpAt\":1,\"topics\":[],\"more\":1}"
                .getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> Format.read(later, TaskRow.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("TaskRow");
    }

    private static Deferred isolated(long time) {
        return new Deferred(
                Deferred.Kind.ISOLATED,
                1,
                new PublicationTime(2L),
                new Deferred.Isolated(3, 4, 5, HASH, 6, time, "refused (status 400)"));
    }
}
