package dev.partnercatalog.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.reconcile.ScriptedDelivery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A resync removes from the partner's copy what the sink's store holds and the topics don't. */
class LeftoverCheckTest {

    private static final ScopedVariant A = new ScopedVariant(Scope.of(1, 11), "A");
    private static final ScopedVariant B = new ScopedVariant(Scope.of(1, 11), "B");
    private static final ScopedVariant C = new ScopedVariant(Scope.of(1, 11), "C");
    private static final ScopedVariant D = new ScopedVariant(new Scope.Company(1), "D");

    @TempDir
    private Path folder = Path.of("");

    private @Nullable SinkTopology started;

    @BeforeEach
    void start() {
        started = new SinkTopology(folder);
        topology().partner(true, false);
        topology().variant(new ScopedVariant(new Scope.Location(1, 11), "A"), "a", true);
        topology().variant(new ScopedVariant(new Scope.Location(1, 11), "B"), "b", true);
        topology().variant(new ScopedVariant(new Scope.Location(1, 11), "C"), "c", true);
        topology().variant(new ScopedVariant(new Scope.Company(1), "D"), "d", true);
        assertThat(topology().settle()).containsOnlyKeys(A, B, C, D);
    }

    @AfterEach
    void stop() {
        topology().close();
    }

    private SinkTopology topology() {
        if (started == null) {
            throw new IllegalStateException("not started");
        }
        return started;
    }

    @Test
    @DisplayName("D24: a resync sends the removal of what is listed or has an entry only in the sink's store")
    void a_resync_sends_removals_that_were_missed() {
        topology().sources.forget("1/11/sku-of-B");
        topology().sources.forget("C/1/11");
        assertThat(removed()).isEmpty();

        topology().partner(true, false, resync(1));
        assertThat(removed()).containsExactlyInAnyOrder(B, C);
        assertThat(removed()).isEmpty();
        assertThat(topology().sources.consumers).isEqualTo(1);
    }

    @Test
    void a_resync_of_a_company_does_too_and_that_of_a_smaller_part_reads_nothing() {
        topology().sources.forget("1/11/sku-of-B");
        topology().partner(true, false, scoped(1, 11L));
        assertThat(removed()).isEmpty();
        assertThat(topology().sources.consumers).isZero();

        topology().partner(true, false, scoped(2, null));
        assertThat(removed()).containsExactly(B);
    }

    @Test
    void what_is_published_while_the_topics_are_read_is_kept() {
        topology().sources.forget("1/11/sku-of-B");
        topology().partner(true, false, resync(1));
        topology().tick();
        topology().variant(new ScopedVariant(new Scope.Location(1, 11), "B"), "b again", true);
        topology().variant(new ScopedVariant(new Scope.Location(1, 11), "E"), "e", true);

        assertThat(removed()).isEmpty();
        assertThat(topology().sources.consumers).isEqualTo(1);
    }

    @Test
    void a_row_whose_deletion_is_still_in_the_topic_is_removed_once() {
        topology().listing(11, "A", false);
        topology().sources.forget("1/11/sku-of-B");
        topology().partner(true, false, resync(1));

        assertThat(removed()).containsExactlyInAnyOrder(A, B);
    }

    @Test
    void it_is_tried_again_if_the_brokers_are_away_and_not_repeated_for_each_resync() {
        topology().sources.forget("1/11/sku-of-B");
        topology().sources.timeouts = 2;
        topology().partner(true, false, resync(1));
        assertThat(removed()).containsExactly(B);
        assertThat(topology().sources.consumers).isEqualTo(3);

        topology().sources.forget("1/11/sku-of-A");
        topology().partner(true, false, resync(2));
        assertThat(removed()).isEmpty();
        for (int second = 0; second < 600; second++) {
            topology().tick();
        }
        assertThat(removed()).containsExactly(A);
    }

    @Test
    void an_entry_of_a_company_at_the_company_itself_is_no_leftover() {
        topology().variant(new ScopedVariant(new Scope.Location(1, 1), "D"), "not used", true);
        topology().partner(true, false, resync(1));
        assertThat(removed()).isEmpty();
        topology().publish(CatalogTopic.COMPANY_VARIANTS, "D/1/1", null);
        assertThat(removed()).isEmpty();
    }

    private static WebhookControl resync(long number) {
        return WebhookControl.newBuilder().setResyncs(number).build();
    }

    private static WebhookControl scoped(long number, @Nullable Long locationId) {
        return WebhookControl.newBuilder()
                .setScopedResyncs(List.of(new ScopedResync(number, new ResyncScope(1L, locationId, null))))
                .build();
    }

    /** What is sent as removed until nothing is left to do. */
    private List<ScopedVariant> removed() {
        List<ScopedVariant> removed = new ArrayList<>();
        for (int idle = 0; idle < 20; idle++) {
            topology().tick();
            for (ScriptedDelivery.Sent sent : topology().delivery.underWay()) {
                removed.addAll(sent.records().removed());
                sent.accept();
                idle = 0;
            }
        }
        return removed;
    }
}
