package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.desk.DeskJournal;
import dev.partnercatalog.records.DeskEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The topic of the desk's events: every instance receives each event, in the same order. */
final class InMemoryDeskEvents {

    final List<DeskJournal> readers = new ArrayList<>();
    final List<DeskEvent> written = new ArrayList<>();
    volatile boolean available = true;

    synchronized CompletionStage<?> write(DeskEvent event) {
        if (!available) {
            return CompletableFuture.failedFuture(new IllegalStateException("the brokers don't respond"));
        }
        written.add(event);
        readers.forEach(reader -> reader.accept(event));
        return CompletableFuture.completedFuture(null);
    }
}
