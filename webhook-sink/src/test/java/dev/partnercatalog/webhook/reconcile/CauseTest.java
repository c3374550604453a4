package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.runtime.trace.TraceParent;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.message.MessageTrace;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** How the trace and the time of an event reach the message that reports it. */
@Isolated("it reads the log, which all classes share")
class CauseTest {

    private static final ScopedVariant A = new ScopedVariant(Scope.of(1, 11), "A");
    private static final ScopedVariant B = new ScopedVariant(Scope.of(1, 11), "B");
    private static final TraceParent ONE = trace('1', "00");
    private static final TraceParent TWO = trace('2', "01");

    private final World world = new World(ReconcileLimits.DEFAULT, 8);

    @BeforeEach
    void configure() {
        world.partner("p").allow(1, 11, false);
        world.configure();
        world.settle();
    }

    @Test
    void a_message_has_the_trace_of_its_change() {
        publish(A, "name", new Cause(world.now, ONE));
        assertThat(trace(world.settle())).isEqualTo(ONE);
    }

    @Test
    void a_message_of_changes_without_a_trace_has_none() {
        publish(A, "name", Cause.UNKNOWN);
        assertThat(trace(world.settle())).isNull();
    }

    @Test
    void changes_of_one_trace_share_it_whatever_comes_without_one() {
        publish(A, "name", Cause.UNKNOWN);
        publish(B, "name", new Cause(null, ONE));
        assertThat(trace(world.settle())).isEqualTo(ONE);
    }

    @Test
    void the_log_says_which_traces_went_into_a_message_with_one_of_its_own() {
        Logger log = (Logger) LoggerFactory.getLogger(MessageTrace.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        log.addAppender(lines);
        log.setLevel(Level.DEBUG);
        try {
            publish(A, "name", new Cause(null, ONE));
            publish(B, "name", new Cause(null, TWO));
            TraceParent own = Objects.requireNonNull(trace(world.settle()));
            assertThat(lines.list)
                    .singleElement()
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .asString()
                    .contains("webhook msg_", ONE.traceId(), TWO.traceId(), own.traceId());
        } finally {
            log.detachAppender(lines);
            log.setLevel(null);
        }
    }

    @Test
    void changes_of_several_traces_have_one_of_their_own_that_stays_the_same_at_each_attempt() {
        publish(A, "name", new Cause(null, ONE));
        publish(B, "name", new Cause(null, TWO));
        ScriptedDelivery.Sent first = send(2);
        TraceParent own = Objects.requireNonNull(first.message().trace());
        assertThat(own.traceId()).isNotIn(ONE.traceId(), TWO.traceId());
        assertThat(own.isSampled()).as("one of them was").isTrue();

        first.end(Outcome.answered(500, null));
        List<ScriptedDelivery.Sent> again = world.settle();
        assertThat(again.get(0).message().id()).isEqualTo(first.message().id());
        assertThat(trace(again)).isEqualTo(own);
    }

    @Test
    void what_came_while_its_variant_was_under_way_has_its_own_trace_and_time() {
        publish(A, "name", new Cause(world.now - 5_000, ONE));
        ScriptedDelivery.Sent first = send(1);
        publish(A, "other name", new Cause(world.now - 1_000, TWO));
        world.read(1);
        first.accept();
        assertThat(trace(world.settle())).isEqualTo(TWO);
        assertThat(delivered().count()).isEqualTo(2);
        assertThat(delivered().totalTime(TimeUnit.SECONDS)).isBetween(6.0, 8.0);
    }

    @Test
    void how_old_a_change_is_counts_from_the_first_event_that_was_not_delivered() {
        publish(A, "name", new Cause(world.now - 60_000, ONE));
        world.read(1);
        publish(A, "other name", new Cause(world.now - 1_000, TWO));
        assertThat(trace(world.settle())).isEqualTo(TWO);
        assertThat(delivered().count()).isOne();
        assertThat(delivered().max(TimeUnit.SECONDS)).isBetween(60.0, 62.0);
    }

    @Test
    void a_change_that_does_not_tell_its_time_is_not_counted() {
        publish(A, "name", new Cause(null, ONE));
        assertThat(world.settle()).hasSize(1);
        assertThat(delivered().count()).isZero();
    }

    @Test
    void a_crash_loses_neither() {
        publish(A, "name", new Cause(world.now - 60_000, ONE));
        world.delivery.block(world.partner("p").endpoint());
        world.read(1);
        world.tick();
        world.commit();
        world.crash(new Random(7));
        world.delivery.unblock(world.partner("p").endpoint());
        assertThat(trace(world.settle())).isEqualTo(ONE);
        assertThat(delivered().max(TimeUnit.SECONDS)).isGreaterThanOrEqualTo(60);
    }

    private void publish(ScopedVariant variant, String name, Cause cause) {
        world.publish(variant, Catalog.variant(variant, name, null), cause);
    }

    /** Reads this number of records and sends them. */
    private ScriptedDelivery.Sent send(int records) {
        world.read(records);
        world.tick();
        world.commit();
        assertThat(world.delivery.underWay()).hasSize(1);
        return world.delivery.underWay().get(0);
    }

    private static @Nullable TraceParent trace(List<ScriptedDelivery.Sent> sent) {
        return sent.get(sent.size() - 1).message().trace();
    }

    private Timer delivered() {
        return world.meters.get("catalog.freshness").tag("stage", "delivered").timer();
    }

    private static TraceParent trace(char digit, String flags) {
        return new TraceParent("00-" + String.valueOf(digit).repeat(32) + "-00f067aa0ba902b7-" + flags);
    }
}
