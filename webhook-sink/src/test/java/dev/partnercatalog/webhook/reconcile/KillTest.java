package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Outcome;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A kill at each step of a message's way, for each number of writes that may have reached the changelog by then, while
 * something else happens to its variants: the partner still ends with what it should have.
 */
@Order(1)
class KillTest {

    private static final ScopedVariant A = new ScopedVariant(Scope.of(1, 11), "A");
    private static final ScopedVariant B = new ScopedVariant(Scope.of(1, 11), "B");
    private static final ScopedVariant COMPANY = new ScopedVariant(new Scope.Company(1), "A");

    /** How far the message has got when the process is killed. */
    private enum Step {
        INTENT_WRITTEN,
        COMMITTED_AND_LOST,
        ARRIVED,
        ACCEPTED,
        ACCEPTED_AND_SETTLED,
        REFUSED,
        REFUSED_AND_SETTLED,
        ONE_HALF_ACCEPTED
    }

    /** What happens to its variants in the meantime. */
    private enum Change {
        NOTHING,
        BACK_TO_WHAT_THE_PARTNER_HAD,
        REMOVED,
        OF_THE_COMPANY,
        FLAG_FLIPPED,
        FORBIDDEN,
        NEW_URL,
        ASKED_FOR_AGAIN
    }

    static Stream<Arguments> kills() {
        return Arrays.stream(Step.values())
                .flatMap(step -> Arrays.stream(Change.values())
                        .flatMap(change -> Stream.of(false, true).map(ticks -> Arguments.of(step, change, ticks))));
    }

    @ParameterizedTest
    @MethodSource("kills")
    @DisplayName("D24, D26: whenever the process is killed, a partner ends with what it should have")
    void whenever_it_is_killed_a_partner_ends_with_what_it_should_have(Step step, Change change, boolean ticks) {
        int most;
        int unread;
        try (World world = new Run(step, change, ticks).world) {
            most = world.uncommitted();
            unread = world.unread();
        }
        for (int reached = 0; reached <= most; reached++) {
            for (int entries = 0; entries <= unread; entries++) {
                for (int listings = 0; listings <= unread; listings++) {
                    kill(new Run(step, change, ticks), reached, entries, listings);
                }
            }
        }
    }

    private static void kill(Run run, int reached, int entries, int listings) {
        try (World world = run.world) {
            world.crash(reached, entries, listings);
            world.settle().forEach(run.receiver::take);
            world.now += 60_000;
            world.settle().forEach(run.receiver::take);
            assertThat(run.receiver.copy())
                    .as("with %s writes, entries of %s records and listings of %s", reached, entries, listings)
                    .isEqualTo(world.wanted(run.partner));
        }
    }

    private static final class Run {

        private final World world = new World(ReconcileLimits.DEFAULT, 8);
        private final Catalog.Partner partner =
                world.partner("p").allow(1, 11, false).allow(1, 1, false);
        private final Receiver receiver = new Receiver(false);

        Run(Step step, Change change, boolean ticks) {
            world.configure();
            world.publish(A, "one", "badge");
            world.publish(B, "one", null);
            world.publish(COMPANY, "one", null);
            world.settle().forEach(receiver::take);
            world.publish(A, "two", "badge");
            world.publish(B, null);
            go(step);
            make(change);
            world.read(1);
            if (ticks) {
                world.tick();
            }
        }

        private void go(Step step) {
            world.read(2);
            world.tick();
            if (step == Step.INTENT_WRITTEN) {
                return;
            }
            world.commit();
            ScriptedDelivery.Sent sent = world.delivery.underWay().get(0);
            switch (step) {
                case ARRIVED -> receiver.take(sent);
                case ACCEPTED, ACCEPTED_AND_SETTLED -> {
                    receiver.take(sent);
                    sent.accept();
                }
                case REFUSED, REFUSED_AND_SETTLED, ONE_HALF_ACCEPTED -> sent.end(Outcome.answered(422, null));
                default -> {}
            }
            if (step == Step.ACCEPTED_AND_SETTLED || step == Step.REFUSED_AND_SETTLED) {
                world.tick();
            } else if (step == Step.ONE_HALF_ACCEPTED) {
                world.turn();
                ScriptedDelivery.Sent half = world.delivery.underWay().get(0);
                receiver.take(half);
                half.accept();
            }
        }

        private void make(Change change) {
            switch (change) {
                case NOTHING -> {}
                case BACK_TO_WHAT_THE_PARTNER_HAD -> world.publish(A, "one", "badge");
                case REMOVED -> world.publish(A, null);
                case OF_THE_COMPANY -> world.publish(COMPANY, "two", null);
                case FLAG_FLIPPED -> partner.allow(1, 11, true);
                case FORBIDDEN -> partner.forbid(1, 11);
                case NEW_URL -> partner.url = "https://two.example/hook";
                case ASKED_FOR_AGAIN -> partner.resync(A, 1);
            }
            world.configure();
        }
    }
}
