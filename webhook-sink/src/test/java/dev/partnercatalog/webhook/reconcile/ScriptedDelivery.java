package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.delivery.Endpoint;
import dev.partnercatalog.webhook.delivery.EndpointSettings;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.delivery.Priority;
import dev.partnercatalog.webhook.message.Message;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A delivery for which a test decides when each attempt ends, and how. */
public final class ScriptedDelivery implements MessageDelivery {

    private final int places;
    private final Set<Endpoint> blocked = new HashSet<>();
    private final Set<Priority> refused = EnumSet.of(Priority.PROBE);
    private final List<Sent> underWay = new ArrayList<>();
    private final List<Sent> all = new ArrayList<>();
    private List<EndpointSettings> inUse = List.of();
    private Consumer<Sent> started = sent -> {};
    private int taken;
    private int process;

    public ScriptedDelivery(int places) {
        this.places = places;
    }

    /** A message at an endpoint, whose outcome isn't reported yet. */
    public final class Sent implements Attempt {

        private final Endpoint endpoint;
        private final Priority priority;
        private final Message message;
        private final Consumer<Outcome> done;
        private final int of = process;
        private @Nullable Records records;
        private boolean cancelled;
        private boolean outdated;

        Sent(Endpoint endpoint, Priority priority, Message message, Consumer<Outcome> done) {
            this.endpoint = endpoint;
            this.priority = priority;
            this.message = message;
            this.done = done;
        }

        public Endpoint endpoint() {
            return endpoint;
        }

        public Priority priority() {
            return priority;
        }

        public Message message() {
            return message;
        }

        public Records records() {
            Records read = records == null ? Records.of(message) : records;
            records = read;
            return read;
        }

        boolean isCancelled() {
            return cancelled;
        }

        public void end(Outcome outcome) {
            underWay.remove(this);
            giveBack(of);
            done.accept(outcome);
        }

        public void accept() {
            end(Outcome.answered(200, null));
        }

        @Override
        public void cancel() {
            cancelled = true;
        }

        /** It has started: a test that lets it wait ends it as one that wasn't sent. */
        @Override
        public void outdate() {
            outdated = true;
        }

        public boolean isOutdated() {
            return outdated;
        }
    }

    public List<Sent> underWay() {
        return List.copyOf(underWay);
    }

    /** The message under way, which must be the only one. */
    Sent onlyUnderWay() {
        assertThat(underWay).hasSize(1);
        return underWay.get(0);
    }

    /** The endpoints in use, as set last. */
    public List<EndpointSettings> inUse() {
        return inUse;
    }

    /** Every message that was ever sent, in order. */
    public List<Sent> all() {
        return all;
    }

    void block(Endpoint endpoint) {
        blocked.add(endpoint);
    }

    void unblock(Endpoint endpoint) {
        blocked.remove(endpoint);
    }

    /** Gives no permits in this priority, as an endpoint that isn't suspended needs no probes. */
    void refuse(Priority priority) {
        refused.add(priority);
    }

    void admit(Priority priority) {
        refused.remove(priority);
    }

    /** Does this whenever a message starts. */
    void atEachStart(Consumer<Sent> then) {
        started = then;
    }

    /** The process is gone, with everything it had in flight. */
    void forgetUnderWay() {
        underWay.clear();
        taken = 0;
        process++;
    }

    private void giveBack(int of) {
        taken -= of == process ? 1 : 0;
    }

    @Override
    public @Nullable Permit tryAcquire(Endpoint endpoint, Priority priority) {
        boolean held = inUse.stream().anyMatch(settings -> settings.endpoint().equals(endpoint) && settings.held());
        if (held || blocked.contains(endpoint) || refused.contains(priority) || taken >= places) {
            return null;
        }
        taken++;
        int of = process;
        return new Permit() {
            @Override
            public Attempt send(Message message, BooleanSupplier ours, Consumer<Outcome> done) {
                Sent sent = new Sent(endpoint, priority, message, done);
                underWay.add(sent);
                all.add(sent);
                started.accept(sent);
                return sent;
            }

            @Override
            public void release() {
                giveBack(of);
            }
        };
    }

    @Override
    public boolean hasAcceptedLately(Endpoint endpoint) {
        return false; // A test's clock isn't ours: what waits is treated as if nothing would ever be accepted.
    }

    @Override
    public void configure(Collection<EndpointSettings> inUse) {
        this.inUse = List.copyOf(inUse);
        blocked.retainAll(inUse.stream().map(EndpointSettings::endpoint).toList());
    }
}
