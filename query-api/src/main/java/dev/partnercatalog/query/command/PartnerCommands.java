package dev.partnercatalog.query.command;

import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;

/** Has changes of partners made. Thread-safe. */
@FunctionalInterface
public interface PartnerCommands {

    /**
     * Has a command carried out, and returns when its outcome is durable and this instance's own tables show it.
     *
     * @throws dev.partnercatalog.http.HttpProblem 503 where that isn't known in time. The command may have been
     *     carried out all the same, or may yet be; one with an idempotency key can be repeated without harm.
     */
    PartnerCommandResult carryOut(PartnerCommand command);
}
