package dev.partnercatalog.console.page;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.operations.preview.Preview;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Events that an operator considers publishing, and what they would change. */
public final class PreviewPage {

    private static final String TITLE = "Preview events";
    private static final int ROWS = 8;

    /** The fields of the form, as they were filled in. */
    public record Fields(String topic, String events) {

        public static final String TOPIC = "topic";
        public static final String EVENTS = "events";
    }

    private PreviewPage() {}

    /** The form alone, with the fault in what was filled in. */
    public static Page of(Fields fields, Visitor visitor, @Nullable String fault) {
        return Page.of(Section.PREVIEW, TITLE, form(fields, visitor), Shown.fault(fault));
    }

    public static Page of(Fields fields, Visitor visitor, Preview preview) {
        return Page.of(
                Section.PREVIEW,
                TITLE,
                form(fields, visitor),
                Tag.SECTION.of(Tag.H2.of("What would change"), ReportView.of(preview.report())));
    }

    private static Html form(Fields fields, Visitor visitor) {
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
                .forEach(topic -> topics.put(topic.baseName(), topic.baseName()));
        return Html.of(
                meaning,
                new VisitorForms(visitor)
                        .post(
                                Section.PREVIEW.place(),
                                "Preview",
                                Forms.choice(Fields.TOPIC, "Topic", fields.topic(), topics),
                                Forms.lines(Fields.EVENTS, "Events, one JSON object per line", fields.events(), ROWS)));
    }
}
