package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.webhook.delivery.Attempts.AttemptLog;
import dev.partnercatalog.webhook.message.Message;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import okhttp3.Call;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt to deliver a message. Whatever happens, it gives its slot back and reports its outcome, each exactly
 * once. Thread-safe.
 */
final class HttpAttempt
        implements MessageDelivery.Attempt, LaneTraffic.Ready, AttemptWatchdog.Watched, MessageSender.Caller {

    private static final Logger LOG = LoggerFactory.getLogger(HttpAttempt.class);

    /** What all attempts use. */
    record Means(
            Endpoints endpoints,
            MessageSender sender,
            AttemptLog attempts,
            InstantSource clock,
            AttemptWatchdog watchdog) {}

    private final Means by;
    private final Endpoints.AttemptSlot slot;
    private final Message message;
    private final MessageDelivery.Terms terms;
    private final Consumer<Outcome> done;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile Instant started = Instant.EPOCH;
    private volatile @Nullable Call call;
    private volatile boolean cancelled;
    private volatile boolean outdated;

    HttpAttempt(
            Means by,
            Endpoints.AttemptSlot slot,
            Message message,
            MessageDelivery.Terms terms,
            Consumer<Outcome> done) {
        this.by = by;
        this.slot = slot;
        this.message = message;
        this.terms = terms;
        this.done = done;
    }

    @Override
    public Lane lane() {
        return Objects.requireNonNull(slot.lane(), "a ping is never ready");
    }

    @Override
    public boolean isUrgent() {
        return terms.isUrgent();
    }

    @Override
    public void withhold() {
        Outcome outcome = Outcome.withheld("its endpoint is not being tried, or the message is out of date", false);
        each(() -> by.endpoints().released(slot), () -> done.accept(outcome));
    }

    @Override
    public boolean isOutdated() {
        return outdated;
    }

    @Override
    public void outdate() {
        outdated = true;
        // What changed is urgent; the turn of what isn't may be far off.
        if (!terms.isUrgent()) {
            takeBack();
        }
    }

    private void takeBack() {
        if (by.endpoints().takeBack(slot, this)) {
            withhold();
        }
    }

    @Override
    public void cancel() {
        cancelled = true;
        takeBack();
        Call begun = call;
        if (begun != null) {
            each(begun::cancel);
        }
    }

    @Override
    public void begin() {
        started = by.clock().instant();
        by.watchdog().begun(this);
        try {
            by.sender().send(slot.settings(), message, this);
        } catch (RuntimeException | Error fault) {
            ended(MessageSender.broken(slot.settings(), message, fault), null);
        }
    }

    @Override
    public void giveUp() {
        LOG.error(
                "webhook {} to partner {} has been in progress for longer than its time limits allow: given up",
                message.id(),
                slot.settings().endpoint().partnerId());
        each(by.attempts()::givenUp, () -> ended(Outcome.unanswered("no answer: given up"), null), this::cancel);
    }

    @Override
    public boolean isOurs() {
        return terms.ours().getAsBoolean();
    }

    @Override
    public void begun(Call request) {
        call = request;
        if (cancelled) {
            request.cancel();
        }
    }

    /** Only the first end counts: one that was given up may still end by itself. */
    @Override
    public void ended(Outcome outcome, @Nullable Exchange exchange) {
        if (over.compareAndSet(false, true)) {
            by.watchdog().ended(this);
            AtomicReference<Outcome> concluded = new AtomicReference<>(outcome);
            each(
                    () -> report(outcome, recorded(outcome, exchange)),
                    () -> concluded.set(by.endpoints()
                            .completed(
                                    slot,
                                    EndpointInUse.Tried.of(slot.partition(), started, message, terms.failedSince()),
                                    outcome)),
                    () -> done.accept(concluded.get()));
        }
    }

    private void report(Outcome outcome, String response) {
        LOG.debug(
                "webhook {} to partner {}: {}",
                message.id(),
                slot.settings().endpoint().partnerId(),
                outcome.reason());
        by.attempts()
                .add(Attempts.record(
                        slot.settings().endpoint(), message, started, by.clock().instant(), outcome, response));
    }

    /** What is recorded of the response; nothing if an endpoint that accepts everything has too many of them. */
    private String recorded(Outcome outcome, @Nullable Exchange exchange) {
        return exchange != null && slot.endpoint().isRecorded(outcome) ? exchange.responseBody() : "";
    }

    /** Takes every step, whatever another one throws: nothing may keep an endpoint's place, or hide an outcome. */
    private static void each(Runnable... steps) {
        for (Runnable step : steps) {
            try {
                step.run();
            } catch (RuntimeException | Error e) {
                LOG.error("a step of a webhook's attempt failed; the other steps were taken", e);
            }
        }
    }
}
