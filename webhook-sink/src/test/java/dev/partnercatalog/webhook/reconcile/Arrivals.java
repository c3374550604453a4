package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.ScopedVariant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/** The partners' side of a random run: which messages arrive, in time or late, and what each partner may know. */
final class Arrivals {

    private final World world;
    private final Random random;
    private final boolean overtaking;
    private final Map<String, Receiver> receivers = new HashMap<>();
    private final Map<String, Set<ScopedVariant>> everSent = new HashMap<>();
    private final Map<String, Set<ScopedVariant>> everShown = new HashMap<>();
    private final List<ScriptedDelivery.Sent> late = new ArrayList<>();
    private int looked;

    /** @param overtaking whether messages may overtake each other, and partners therefore go by their timestamps */
    Arrivals(World world, Random random, boolean overtaking) {
        this.world = world;
        this.random = random;
        this.overtaking = overtaking;
        for (String partnerId : world.partners.keySet()) {
            receivers.put(partnerId, new Receiver(overtaking));
            everSent.put(partnerId, new HashSet<>());
            everShown.put(partnerId, new HashSet<>());
        }
    }

    void take(ScriptedDelivery.Sent sent) {
        receiver(sent.endpoint().partnerId()).take(sent);
    }

    /** The message arrives late, or never. */
    void delay(ScriptedDelivery.Sent sent) {
        if (overtaking) {
            late.add(sent);
        }
    }

    void takeLateOneNowAndThen() {
        if (!late.isEmpty() && random.nextInt(3) == 0) {
            take(late.remove(random.nextInt(late.size())));
        }
    }

    /** Returns false if nothing is late any more. */
    boolean takeLateOne() {
        if (late.isEmpty()) {
            return false;
        }
        take(late.remove(0));
        return true;
    }

    /** Of what was in flight when the process ended, some messages had arrived. */
    void loseUnderWay() {
        for (ScriptedDelivery.Sent sent : world.delivery.underWay()) {
            if (random.nextBoolean()) {
                take(sent);
            } else if (overtaking && random.nextBoolean()) {
                late.add(sent);
            }
        }
    }

    /** After a stop or a kill nobody knows what was about to be sent: anything that a partner should once have had. */
    void forgetWhatWasSent() {
        everShown.forEach((partnerId, variants) -> known(partnerId).addAll(variants));
    }

    /** No variant is in two messages at once, and nothing is removed that was never sent. */
    void lookAtWhatWasSent() {
        everShown.forEach((partnerId, variants) -> variants.addAll(world.shown(world.partner(partnerId))));
        for (String partnerId : everSent.keySet()) {
            List<ScopedVariant> atOnce = world.delivery.underWay().stream()
                    .filter(sent -> sent.endpoint().partnerId().equals(partnerId))
                    .flatMap(sent -> sent.records().all().stream())
                    .toList();
            assertThat(atOnce).doesNotHaveDuplicates();
        }
        List<ScriptedDelivery.Sent> all = world.delivery.all();
        for (; looked < all.size(); looked++) {
            ScriptedDelivery.Sent sent = all.get(looked);
            Set<ScopedVariant> known = known(sent.endpoint().partnerId());
            assertThat(known)
                    .as("known to the partner")
                    .containsAll(sent.records().removed());
            known.addAll(sent.records().variants().keySet());
        }
    }

    Map<ScopedVariant, String> copy(String partnerId) {
        return receiver(partnerId).copy();
    }

    private Receiver receiver(String partnerId) {
        return Objects.requireNonNull(receivers.get(partnerId));
    }

    private Set<ScopedVariant> known(String partnerId) {
        return Objects.requireNonNull(everSent.get(partnerId));
    }
}
