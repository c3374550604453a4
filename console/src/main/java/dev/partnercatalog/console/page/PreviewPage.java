package dev.partnercatalog.console.page;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.operations.explain.ShownValue;
import dev.partnercatalog.operations.preview.Counts;
import dev.partnercatalog.operations.preview.EventFault;
import dev.partnercatalog.operations.preview.Example;
import dev.partnercatalog.operations.preview.MemberDifference;
import dev.partnercatalog.operations.preview.Preview;
import dev.partnercatalog.runtime.html.Attribute;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Events that an operator considers publishing, and what they would change. */
public final class PreviewPage {

    private static final String TITLE = "Preview events";
    private static final int ROWS = 8;
    private static final int MOST_SETTINGS = 100;

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
        return Page.of(Section.PREVIEW, TITLE, form(fields, visitor), result(preview));
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

    private static Html result(Preview preview) {
        Table partners = new Table("Records that would differ, by partner", "Partner", "Changed", "Added", "Removed");
        preview.partners().forEach((partnerId, counts) -> addCounts(partners, partnerId, counts));
        Table fields = new Table("Changed records, by field", "Field", "Records");
        preview.fields().forEach((field, records) -> fields.row(Html.text(field), Html.text(Shown.number(records))));
        return Html.of(
                Tag.H2.of("What would change"),
                Tag.P.with(Attribute.ROLE, "status").of(preview.summary()),
                preview.unlistedInWords().map(text -> Tag.P.of(text)).orElse(Html.nothing()),
                Html.of(preview.stopped().stream()
                        .map(why -> Shown.fault("Stopped early. " + why))
                        .toList()),
                Html.of(preview.unreadable().stream()
                        .map(record -> Shown.fault("A record can't be read: " + record.text() + "; " + record.remedy()))
                        .toList()),
                listed("Events that would change nothing", "Reason", preview.faulty(), preview.faults()),
                listed("Events that are probably not what was meant", "Warning", preview.warned(), preview.warnings()),
                Html.of(preview.settings().entrySet().stream()
                        .map(entry -> settings(entry.getKey(), entry.getValue()))
                        .toList()),
                partners.orWhereEmpty("No partner's record would differ."),
                preview.fields().isEmpty() ? Html.nothing() : fields.html(),
                Html.of(preview.examples().stream().map(PreviewPage::example).toList()));
    }

    private static void addCounts(Table table, String partnerId, Counts counts) {
        table.row(
                Tag.A.to(Place.of("partners", partnerId)).of(partnerId),
                Html.text(Shown.number(counts.changed())),
                Html.text(Shown.number(counts.added())),
                Html.text(Shown.number(counts.removed())));
    }

    private static Html listed(String title, String what, long count, List<EventFault> named) {
        if (count == 0) {
            return Html.nothing();
        }
        Table table = new Table(title, "Event", what);
        for (EventFault event : named) {
            table.row(Html.text(event.place()), Html.text(event.problem()));
        }
        long unnamed = count - named.size();
        return Html.of(
                table.html(),
                unnamed == 0 ? Html.nothing() : Tag.P.styled("quiet").of("and " + unnamed + " more"));
    }

    private static Html example(Example example) {
        Table table = differences(
                "Partner " + example.partnerId() + ", company "
                        + example.scope().companyId()
                        + (example.scope().isCompany()
                                ? ""
                                : ", location " + example.scope().locationId())
                        + ", barcode " + example.barcode() + ": "
                        + example.kind().words(),
                "Field",
                example.differences());
        return example.differences().isEmpty()
                ? Tag.P.of("Partner " + example.partnerId() + ", company "
                        + example.scope().companyId() + ", location "
                        + example.scope().locationId() + ", barcode "
                        + example.barcode() + ": " + example.kind().words() + ".")
                : table.html();
    }

    private static Html settings(String partnerId, List<MemberDifference> settings) {
        Html shown = differences(
                        "Partner " + partnerId + ": its configuration would change",
                        "Setting",
                        settings.subList(0, Math.min(settings.size(), MOST_SETTINGS)))
                .html();
        int more = settings.size() - MOST_SETTINGS;
        return more <= 0 ? shown : Html.of(shown, Tag.P.styled("quiet").of("and " + more + " more"));
    }

    private static Table differences(String title, String what, List<MemberDifference> differences) {
        Table table = new Table(title, what, "Before", "After");
        for (MemberDifference difference : differences) {
            table.row(Html.text(difference.field()), side(difference.before()), side(difference.after()));
        }
        return table;
    }

    private static Html side(@Nullable Object value) {
        return value == null ? Tag.SPAN.styled("quiet").of("absent") : Tag.CODE.of(ShownValue.of(value));
    }
}
