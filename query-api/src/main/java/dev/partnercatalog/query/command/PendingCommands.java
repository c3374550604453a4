package dev.partnercatalog.query.command;

import dev.partnercatalog.records.PartnerCommandResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The commands whose results are awaited here. Thread-safe. */
final class PendingCommands {

    private final ConcurrentMap<String, CompletableFuture<PartnerCommandResult>> pending = new ConcurrentHashMap<>();

    void add(String commandId) {
        pending.put(commandId, new CompletableFuture<>());
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
        pending.remove(commandId);
    }
}
