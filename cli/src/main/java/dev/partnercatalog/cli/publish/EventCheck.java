package dev.partnercatalog.cli.publish;

import dev.partnercatalog.operations.eventfile.EventLines;
import dev.partnercatalog.operations.eventfile.Line;
import dev.partnercatalog.operations.eventfile.SizedLines;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;

/** Reads events as a publisher does, without publishing any. */
final class EventCheck {

    private EventCheck() {}

    /**
     * Reads the events to the end.
     *
     * @param faults receives every line that would not be published
     */
    static PublishReport of(CatalogTopic topic, EventLines lines, LineFaultListener faults) throws IOException {
        Delivery delivery = new Delivery(faults);
        EventLines sized = new SizedLines(topic, lines);
        for (Line line = sized.next(); line != null; line = sized.next()) {
            delivery.read(line);
            if (line instanceof Line.Event) {
                delivery.answered(line, null);
            }
        }
        return delivery.report();
    }
}
