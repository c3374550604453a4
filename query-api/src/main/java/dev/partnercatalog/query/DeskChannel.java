package dev.partnercatalog.query;

import dev.partnercatalog.query.desk.DeskJournal;
import dev.partnercatalog.query.table.MessageReader;
import dev.partnercatalog.query.table.MessageWriter;
import dev.partnercatalog.query.table.StartingPoint;
import dev.partnercatalog.records.DeskEvent;
import dev.partnercatalog.runtime.Resources;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Clock;

/** Communication between the desks of all instances. */
final class DeskChannel implements AutoCloseable {

    private final Resources resources = new Resources();
    private final MessageReader<DeskEvent> events;
    private final DeskJournal journal;

    DeskChannel(QueryApiSettings settings, SchemaRegistry registry, UnreadableRecords unreadable, Clock clock) {
        MessageWriter<DeskEvent> writer = resources.add(new MessageWriter<>(
                settings.kafka(),
                CatalogTopic.DESK_EVENTS,
                registry,
                settings.changes().timeout()));
        journal = new DeskJournal(event -> writer.write(event.getClientId(), event), this::isCurrent, clock);
        events = resources.add(new MessageReader<>(
                settings.kafka(),
                MessageReader.records(settings.kafka(), CatalogTopic.DESK_EVENTS, DeskEvent.class, registry),
                unreadable,
                StartingPoint.ago(DeskJournal.KEPT, clock),
                journal::accept));
    }

    private boolean isCurrent() {
        return events.isCurrent();
    }

    void start() {
        events.start();
    }

    DeskJournal journal() {
        return journal;
    }

    @Override
    public void close() {
        resources.close();
    }
}
