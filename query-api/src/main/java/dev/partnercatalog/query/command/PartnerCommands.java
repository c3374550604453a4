package dev.partnercatalog.query.command;

import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;

/** Carries out changes of partners. Thread-safe. */
@FunctionalInterface
public interface PartnerCommands {

    /**
     * Carries out a command, and returns when its outcome is durable and visible in this instance's own tables.
     *
     * @throws dev.partnercatalog.runtime.http.HttpProblem 503 if the outcome isn't known in time. The command may nevertheless
     *     have been carried out, or may still be.
     */
    PartnerCommandResult carryOut(PartnerCommand command);
}
