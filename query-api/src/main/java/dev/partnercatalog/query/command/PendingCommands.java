package dev.partnercatalog.query.command;

import dev.partnercatalog.records.PartnerCommandResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;

/** The commands whose results are awaited here, limited in number. Thread-safe. */
final class PendingCommands {

    private final Semaphore free;
    private final ConcurrentMap<String, CompletableFuture<PartnerCommandResult>> pending = new ConcurrentHashMap<>();

    PendingCommands(int most) {
        free = new Semaphore(most);
    }

    /** Whether there was room for one more. */
    boolean tryAdd(String commandId) {
        if (!free.tryAcquire()) {
            return false;
        }
        pending.put(commandId, new CompletableFuture<>());
        return true;
    }

    /** The future result of a command that was added. */
    CompletableFuture<PartnerCommandResult> result(String commandId) {
        return pending.getOrDefault(commandId, new CompletableFuture<>());
    }

    /** Results that nothing awaits here belong to another instance's commands, or arrive too late. */
    void answered(PartnerCommandResult result) {
        CompletableFuture<PartnerCommandResult> awaited = pending.get(result.getCommandId());
        if (awaited != null) {
            awaited.complete(result);
        }
    }

    void remove(String commandId) {
        if (pending.remove(commandId) != null) {
            free.release();
        }
    }
}
