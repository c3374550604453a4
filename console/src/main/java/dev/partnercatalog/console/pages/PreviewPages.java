package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.access.Visitor;
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
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.javalin.http.Context;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Events that an operator considers publishing, and what they would change. */
public final class PreviewPages implements Pages {

    private static final String TOPIC = "topic";
    private static final String EVENTS = "events";
    private static final int ROWS = 8;

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
        router.page("/preview", (context, visitor) -> page("", "", visitor, Html.nothing()));
        router.question("/preview", this::answer);
    }

    private Page answer(Context context, Visitor visitor) {
        String name = field(context, TOPIC);
        String events = field(context, EVENTS);
        return page(name, events, visitor, answer(name, events));
    }

    private Html answer(String name, String events) {
        Optional<CatalogTopic> topic = CatalogTopic.ofBaseName(name).filter(CatalogTopic::isInput);
        if (topic.isEmpty()) {
            return Shown.fault("There is no input topic " + name + ".");
        }
        try {
            return changes(permits.use(() -> preview(topic.get(), events)));
        } catch (OperatorFault e) {
            return Shown.fault(String.valueOf(e.getMessage()));
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

    private static String field(Context context, String name) {
        String value = context.formParam(name);
        // Browsers end each line of a form with both characters.
        return value == null ? "" : value.replace("\r\n", "\n");
    }

    /**
     * The form as it was filled in, and the answer to it.
     *
     * @param answer what would change, or what is wrong; empty before there is an answer
     */
    static Page page(String topic, String events, Visitor visitor, Html answer) {
        return Page.of(Section.PREVIEW, "Preview events", form(topic, events, visitor), answer);
    }

    static Html changes(Preview preview) {
        return Tag.SECTION.of(Tag.H2.of("What would change"), ReportView.of(preview.report()));
    }

    private static Html form(String topic, String events, Visitor visitor) {
        Html meaning = Tag.P.of("What a few events would change in partners' records, by the resolver's own code."
                + " Nothing is published. For whole files, use ./catalog preview.");
        if (!visitor.isSignedIn()) {
            return Html.of(
                    meaning,
                    visitor.maySignIn()
                            ? Tag.P.of(Tag.A.to(Place.of("sign-in")).of("Sign in"), Html.text(" to preview events."))
                            : Tag.P
                                    .styled("quiet")
                                    .of("This console was started without a token, so it accepts no events."));
        }
        Map<String, String> topics = new LinkedHashMap<>();
        Arrays.stream(CatalogTopic.values())
                .filter(CatalogTopic::isInput)
                .forEach(input -> topics.put(input.baseName(), input.baseName()));
        return Html.of(
                meaning,
                new VisitorForms(visitor)
                        .post(
                                Section.PREVIEW.place(),
                                "Preview",
                                Forms.choice(TOPIC, "Topic", topic, topics),
                                Forms.lines(EVENTS, "Events, one JSON object per line", events, ROWS)));
    }
}
