package dev.partnercatalog.query.command;

import dev.partnercatalog.records.PartnerCommand;
import java.util.concurrent.CompletionStage;

/** Puts commands where the writer of partners reads them. Thread-safe. */
@FunctionalInterface
public interface CommandSender {

    /** Ends when the command is durable, or exceptionally where it may not be. */
    CompletionStage<?> send(PartnerCommand command);
}
