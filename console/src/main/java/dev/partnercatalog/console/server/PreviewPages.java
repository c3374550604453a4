package dev.partnercatalog.console.server;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.page.Page;
import dev.partnercatalog.console.page.PreviewPage;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.eventfile.EventLines;
import dev.partnercatalog.operations.eventfile.FileFormat;
import dev.partnercatalog.operations.preview.Preview;
import dev.partnercatalog.operations.preview.PreviewLimits;
import dev.partnercatalog.operations.preview.Previewing;
import dev.partnercatalog.operations.preview.ProposedEvents;
import dev.partnercatalog.operations.preview.UndoneEdits;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.javalin.http.Context;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Previews what events would change before they are published. */
public final class PreviewPages implements Pages {

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final ReadPermits permits;

    public PreviewPages(KafkaSettings kafka, SchemaRegistry registry, ReadPermits permits) {
        this.kafka = kafka;
        this.registry = registry;
        this.permits = permits;
    }

    @Override
    public void addTo(Router router) {
        router.page(
                "/preview",
                (context, visitor) -> PreviewPage.of(new PreviewPage.Fields("", ""), visitor, (String) null));
        router.question("/preview", (context, visitor) -> answer(fields(context), visitor));
    }

    private Page answer(PreviewPage.Fields fields, Visitor visitor) {
        Optional<CatalogTopic> topic = CatalogTopic.ofBaseName(fields.topic()).filter(CatalogTopic::isInput);
        if (topic.isEmpty()) {
            return PreviewPage.of(fields, visitor, "There is no input topic " + fields.topic() + ".");
        }
        try {
            return PreviewPage.of(fields, visitor, permits.use(() -> preview(topic.get(), fields.events())));
        } catch (OperatorFault e) {
            return PreviewPage.of(fields, visitor, String.valueOf(e.getMessage()));
        }
    }

    private Preview preview(CatalogTopic topic, String lines) {
        ProposedEvents events = new ProposedEvents(kafka, registry, PreviewLimits.OF_PAGE);
        try (RecordedCatalog catalog = RecordedCatalog.connect(kafka, registry)) {
            EventLines read =
                    FileFormat.NDJSON.read(topic, new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
            events.read(topic, "line", new UndoneEdits(read, catalog::editedPartners));
            return Previewing.of(events, catalog, PreviewLimits.OF_PAGE);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }

    private static PreviewPage.Fields fields(Context context) {
        return new PreviewPage.Fields(
                field(context, PreviewPage.Fields.TOPIC), field(context, PreviewPage.Fields.EVENTS));
    }

    private static String field(Context context, String name) {
        String value = context.formParam(name);
        // Browsers end each line of a form with both characters.
        return value == null ? "" : value.replace("\r\n", "\n");
    }
}
