package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.delivery.Endpoint;
import dev.partnercatalog.webhook.delivery.EndpointSettings;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.Message;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.delivery.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A delivery for which a test decides when each attempt ends, and how. */
public final class ScriptedDelivery implements MessageDelivery {

    private final int places;
    private final Set<Endpoint> blocked = new HashSet<>();
    private final Set<Lane> refused = EnumSet.noneOf(Lane.class);
    private boolean resumes;
    private final List<Sent> underWay = new ArrayList<>();
    private final List<Sent> all = new ArrayList<>();
    private List<EndpointSettings> inUse = List.of();
    private Consumer<Sent> started = sent -> {};
    private int taken;
    private int process;

    public ScriptedDelivery(int places) {
        this.places = places;
    }

    /**
     * A message at an endpoint, whose outcome isn't reported yet.
     *
     * @param lane null for a ping
     * @param of the process that sent it
     */
    public record Sent(
            ScriptedDelivery by,
            int of,
            Endpoint endpoint,
            @Nullable Lane lane,
            Message message,
            Records records,
            Terms terms,
            Consumer<Outcome> done,
            AtomicBoolean cancelled)
            implements Attempt {

        public void end(Outcome outcome) {
            by.underWay.remove(this);
            by.giveBack(of);
            done.accept(outcome);
        }

        public void accept() {
            end(Outcome.answered(200, null));
        }

        @Override
        public void cancel() {
            cancelled.set(true);
        }

        /** It has started: a test that lets it wait ends it as one that wasn't sent. */
        @Override
        public void outdate() {}
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

    /** Gives no permits in this lane. */
    void refuse(Lane lane) {
        refused.add(lane);
    }

    void admit(Lane lane) {
        refused.remove(lane);
    }

    /** Whether endpoints need a ping that ends their suspension. */
    void resume(boolean needed) {
        resumes = needed;
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
    public @Nullable Permit tryAcquire(Endpoint endpoint, Lane lane, int partition) {
        return refused.contains(lane) ? null : permit(endpoint, lane);
    }

    @Override
    public @Nullable Permit tryPing(Endpoint endpoint, boolean toResume, int partition) {
        return toResume && !resumes ? null : permit(endpoint, null);
    }

    private @Nullable Permit permit(Endpoint endpoint, @Nullable Lane lane) {
        boolean held = inUse.stream().anyMatch(settings -> settings.endpoint().equals(endpoint) && settings.held());
        if (held || blocked.contains(endpoint) || taken >= places) {
            return null;
        }
        taken++;
        int of = process;
        return new Permit() {
            @Override
            public Attempt send(Message message, Terms terms, Consumer<Outcome> done) {
                Records records = Records.of(message);
                Sent sent = new Sent(
                        ScriptedDelivery.this, of, endpoint, lane, message, records, terms, done, new AtomicBoolean());
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
    public void configure(Collection<EndpointSettings> inUse) {
        this.inUse = List.copyOf(inUse);
        blocked.retainAll(inUse.stream().map(EndpointSettings::endpoint).toList());
    }

    @Override
    public Collection<String> recordedPartners() {
        return List.of();
    }

    @Override
    public void discardRecordOfOther(int partition, String partnerId, @Nullable Endpoint inUse) {
        // Nothing is recorded about its endpoints.
    }
}
