package dev.partnercatalog.query.command;

import dev.partnercatalog.records.PartnerCommand;
import java.util.concurrent.CompletionStage;

/** Sends commands to the writer of partners. Thread-safe. */
@FunctionalInterface
public interface CommandSender {

    /** Completes when the command is durable, or exceptionally if it may not be. */
    CompletionStage<?> send(PartnerCommand command);
}
