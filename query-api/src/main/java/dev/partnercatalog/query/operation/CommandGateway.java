package dev.partnercatalog.query.operation;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.query.access.PartnerSlots;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.http.HttpProblem;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Changes of partners: the new state is a command to their single writer, which accepts it if nothing else has changed
 * meanwhile (D18). Makes each change from the configuration in this instance's own table, and waits for what follows it
 * there: the new revision, or another one, from which the change is then made again. From then on, the change lies before
 * the end of the topic as seen by every other instance.
 */
public final class CommandGateway {

    /** What a change sets. */
    public record State(Partner partner, WebhookControl control) {}

    /** What a client is told whose change isn't confirmed in time. */
    public enum Kind {
        CHANGE(
                "The change was not confirmed in time: it may have been made, or may still be made.",
                "Check whether it was made, or send the same request again."),
        PING(
                "The ping was not confirmed in time: it may have been sent, or may still be sent.",
                "Check whether it arrived, or send the same request again: another ping does no harm."),
        ROTATION(
                "The rotation was not confirmed in time: the secret may have been replaced, or may yet be.",
                "Send the same request again, and use the secret in its answer at once: the one that you have may"
                        + " no longer sign then.");

        private final String message;
        private final String suggestion;

        Kind(String message, String suggestion) {
            this.message = message;
            this.suggestion = suggestion;
        }

        private HttpProblem notConfirmed() {
            return HttpProblem.unavailable(message, suggestion);
        }
    }

    /** The changes that any instance has confirmed (D18). Thread-safe. */
    @FunctionalInterface
    public interface ConfirmedChanges {

        /**
         * Waits until this instance's table shows everything that any instance has confirmed for a partner so far; throws
         * {@link HttpProblem} (503) if that takes too long.
         *
         * @return false if the brokers don't say what that is: what is known here is then the best available
         */
        boolean await(String partnerId);
    }

    private static final int MOST_PENDING = 256;
    private static final int MOST_OF_PARTNER = 128;

    private final Function<PartnerCommand, CompletionStage<?>> sender;
    private final ConfirmedChanges confirmed;
    private final Function<String, @Nullable PartnerConfig> table;
    private final Duration patience;
    private final PartnerSlots slots = new PartnerSlots(
            MOST_PENDING, MOST_OF_PARTNER, "changes", "Send the next one when one of them is answered.");

    /** One change of a partner at a time: of several made from the same configuration, all but one would be in vain. */
    private final LoadingCache<String, ReentrantLock> turns =
            Caffeine.newBuilder().weakValues().build(partnerId -> new ReentrantLock(true));

    private final ConcurrentMap<String, Attempt> attempts = new ConcurrentHashMap<>();

    /**
     * A gateway whose {@link #changed} is yet to be connected to the table.
     *
     * @param sender completes when a command is durable, or exceptionally if it may not be
     * @param patience the time limit for carrying out a change
     */
    public CommandGateway(
            Function<PartnerCommand, CompletionStage<?>> sender,
            ConfirmedChanges confirmed,
            Function<String, @Nullable PartnerConfig> table,
            Duration patience) {
        this.sender = sender;
        this.confirmed = confirmed;
        this.table = table;
        this.patience = patience;
    }

    /** A command of which it isn't known yet whether the configuration from which it was made is followed by its own. */
    private static final class Attempt {

        private final String commandId = UUID.randomUUID().toString();
        private final long madeFrom;
        private final CompletableFuture<Optional<PartnerConfig>> outcome = new CompletableFuture<>();

        Attempt(PartnerConfig before) {
            this.madeFrom = before.getRevision();
        }

        void see(@Nullable PartnerConfig config) {
            if (config != null && commandId.equals(config.getCommandId())) {
                outcome.complete(Optional.of(config));
            } else if (config == null || config.getRevision() > madeFrom) {
                outcome.complete(Optional.empty());
            }
        }
    }

    /** The table calls it after each change of a partner's configuration, before the next one of that partner. */
    public void changed(String partnerId, Supplier<@Nullable PartnerConfig> config) {
        Attempt attempt = attempts.get(partnerId);
        if (attempt == null) {
            return;
        }
        try {
            attempt.see(config.get());
        } catch (RuntimeException e) {
            attempt.outcome.completeExceptionally(e); // It can't be read, and must not stop the table.
        }
    }

    /**
     * Carries out a change, and returns the configuration that it made when it is durable and visible in this instance's own
     * tables. Throws {@link HttpProblem}: the refusal, or 503 if the outcome isn't known in time; the change may nevertheless
     * have been made, or may still be.
     *
     * @param change the state after it, made of the one before; asked again if another change came first, and may refuse
     *     with an {@link HttpProblem}
     */
    @SuppressWarnings("try") // the slot only needs to be held
    public PartnerConfig carryOut(String partnerId, Kind kind, Function<PartnerConfig, State> change) {
        long deadline = System.nanoTime() + patience.toNanos();
        ReentrantLock turn = turns.get(partnerId);
        try (PartnerSlots.Slot slot = slots.take(partnerId)) {
            if (!turn.tryLock(left(deadline), TimeUnit.NANOSECONDS)) {
                throw kind.notConfirmed();
            }
            try {
                return make(partnerId, change, deadline);
            } finally {
                turn.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw kind.notConfirmed();
        } catch (ExecutionException | TimeoutException e) {
            throw kind.notConfirmed();
        }
    }

    private PartnerConfig make(String partnerId, Function<PartnerConfig, State> change, long deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        while (!confirmed.await(partnerId)) {
            if (left(deadline) == 0) {
                throw new TimeoutException("the brokers don't say what is confirmed");
            }
        }
        while (true) {
            PartnerConfig before = table.apply(partnerId);
            if (before == null) {
                throw PartnerDirectory.noConfiguration(partnerId);
            }
            Optional<PartnerConfig> made = attempt(partnerId, before, change.apply(before), deadline);
            if (made.isPresent()) {
                return made.get();
            }
        }
    }

    /** Returns the configuration that the command has made; empty if another change came first. */
    private Optional<PartnerConfig> attempt(String partnerId, PartnerConfig before, State after, long deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        Attempt attempt = new Attempt(before);
        attempts.put(partnerId, attempt);
        try {
            // What changed before the attempt was known here has not been told.
            attempt.see(table.apply(partnerId));
            if (!attempt.outcome.isDone()) {
                PartnerCommand command = PartnerCommand.newBuilder()
                        .setCommandId(attempt.commandId)
                        .setPartnerId(partnerId)
                        .setMadeFrom(attempt.madeFrom)
                        .setPartner(after.partner())
                        .setWebhookControl(after.control())
                        .build();
                sender.apply(command).whenComplete((sent, fault) -> {
                    if (fault != null) {
                        attempt.outcome.completeExceptionally(fault);
                    }
                });
            }
            return attempt.outcome.get(left(deadline), TimeUnit.NANOSECONDS);
        } finally {
            attempts.remove(partnerId);
        }
    }

    private static long left(long deadline) {
        return Math.max(0, deadline - System.nanoTime());
    }
}
