package dev.partnercatalog.query.command;

import dev.partnercatalog.records.ControlWebhook;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.limit.StreamSlots;
import dev.partnercatalog.runtime.table.TableProgress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends a command, waits for its result, and then until this instance's own table contains the resulting state. From
 * then on, the change lies before the end of the topic as seen by every other instance.
 */
public final class CommandGateway implements PartnerCommands {

    private static final int MOST_PENDING = 256;
    private static final int MOST_OF_PARTNER = 128;

    private final CommandSender sender;
    private final BooleanSupplier resultsAreRead;
    private final Function<String, @Nullable PartnerConfig> table;
    private final TableProgress progress;
    private final Duration patience;
    private final PendingCommands pending = new PendingCommands();
    private final StreamSlots slots = new StreamSlots(
            MOST_PENDING, MOST_OF_PARTNER, "changes", "Send the next one when one of them is answered.");

    /**
     * A gateway that has yet to receive the results.
     *
     * @param resultsAreRead whether every result from now on is passed to {@link #answered}
     * @param table this instance's configurations of partners
     * @param progress of the table
     * @param patience the time limit for carrying out a command
     */
    public CommandGateway(
            CommandSender sender,
            BooleanSupplier resultsAreRead,
            Function<String, @Nullable PartnerConfig> table,
            TableProgress progress,
            Duration patience) {
        this.sender = sender;
        this.resultsAreRead = resultsAreRead;
        this.table = table;
        this.progress = progress;
        this.patience = patience;
    }

    /** Receives a result from the topic. */
    public void answered(PartnerCommandResult result) {
        pending.answered(result);
    }

    @Override
    @SuppressWarnings("try") // the slot only needs to be held
    public PartnerCommandResult carryOut(PartnerCommand command) {
        if (!resultsAreRead.getAsBoolean()) {
            throw HttpProblem.unavailable("Changes can't be made yet: the service is starting.");
        }
        try (StreamSlots.Slot slot = slots.take(command.getPartnerId())) {
            pending.add(command.getCommandId());
            return carryOut(command, System.nanoTime() + patience.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw notConfirmed(command);
        } finally {
            pending.remove(command.getCommandId());
        }
    }

    private PartnerCommandResult carryOut(PartnerCommand command, long deadline) throws InterruptedException {
        CompletableFuture<PartnerCommandResult> awaited = pending.result(command.getCommandId());
        sender.send(command).whenComplete((sent, fault) -> {
            if (fault != null) {
                awaited.completeExceptionally(fault);
            }
        });
        try {
            PartnerCommandResult result = awaited.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            PartnerConfig config = result.getConfig();
            if (config != null && !progress.await(() -> shows(config), deadline)) {
                throw notConfirmed(command);
            }
            return result;
        } catch (ExecutionException | TimeoutException e) {
            throw notConfirmed(command);
        }
    }

    private boolean shows(PartnerConfig config) {
        PartnerConfig shown = table.apply(config.getPartner().getPartnerId());
        return shown != null && shown.getRevision() >= config.getRevision();
    }

    private static HttpProblem notConfirmed(PartnerCommand command) {
        WebhookAction action = command.getChange() instanceof ControlWebhook control ? control.getAction() : null;
        if (action == WebhookAction.PING) {
            return HttpProblem.unavailable(
                    "The ping was not confirmed in time: it may have been sent, or may still be sent.",
                    "Check whether it arrived, or send the same request again: another ping does no harm.");
        }
        if (action == WebhookAction.ROTATE_SECRET) {
            return HttpProblem.unavailable(
                    "The rotation was not confirmed in time: the secret may have been replaced, or may yet be.",
                    "Send the same request again, and use the secret in its answer at once: the one that you have may"
                            + " no longer sign then.");
        }
        return HttpProblem.unavailable(
                "The change was not confirmed in time: it may have been made, or may still be made.",
                "Check whether it was made, or send the same request again.");
    }
}
