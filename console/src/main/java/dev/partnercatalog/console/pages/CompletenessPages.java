package dev.partnercatalog.console.pages;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.completeness.CompletenessLimits;
import dev.partnercatalog.operations.completeness.CompletenessPart;
import dev.partnercatalog.operations.completeness.CompletenessReading;
import dev.partnercatalog.operations.completeness.CompletenessReport;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What listed variants lack, by company and as partners read them, the worst first. */
public final class CompletenessPages implements Pages {

    private static final Duration KEPT = Duration.ofMinutes(10);

    /** The number of companies, and of partners, on a page. */
    private static final int LENGTH = 50;

    private static final String COMPANY = "company";
    private static final String PARTNER = "partner";
    private static final String LACKING = "lacking";
    private static final String FROM = "from";

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final ReadPermits permits;
    private final Clock clock;

    /** Paging through it, or choosing a part, shall not count everything again. */
    private final AtomicReference<@Nullable Counted> last = new AtomicReference<>();

    private record Asked(@Nullable Long company, @Nullable String partner) {}

    private record Counted(Asked asked, CompletenessReport report, Instant at) {}

    /**
     * The fields of the form, as they were filled in.
     *
     * @param lacking what the shown companies lack; empty for anything
     * @param from how many companies and partners the page leaves out before
     */
    record Fields(String company, String partner, String lacking, int from) {

        /** Whether the form hasn't been filled in yet. */
        boolean isBlank() {
            return company.isEmpty() && partner.isEmpty();
        }

        Place at(int other) {
            return Section.COMPLETENESS
                    .place()
                    .with(COMPANY, company)
                    .with(PARTNER, partner)
                    .with(LACKING, lacking)
                    .with(FROM, other == 0 ? null : other);
        }
    }

    public CompletenessPages(KafkaSettings kafka, SchemaRegistry registry, ReadPermits permits, Clock clock) {
        this.kafka = kafka;
        this.registry = registry;
        this.permits = permits;
        this.clock = clock;
    }

    @Override
    public void addTo(Router router) {
        router.page("/completeness", (context, visitor) -> {
            Fields fields = fields(context);
            return page(fields, answer(fields));
        });
    }

    private static Fields fields(Context context) {
        String from = RequestFields.query(context, FROM);
        return new Fields(
                RequestFields.query(context, COMPANY),
                RequestFields.query(context, PARTNER),
                RequestFields.query(context, LACKING),
                from.matches("\\d{1,9}") ? Integer.parseInt(from) : 0);
    }

    private Html answer(Fields fields) {
        if (fields.isBlank()) {
            return Html.nothing();
        }
        try {
            Counted counted = counted(fields);
            return report(fields, counted.report(), counted.at());
        } catch (InvalidKeyException | OperatorFault e) {
            return Shown.fault(String.valueOf(e.getMessage()));
        }
    }

    /** The first page counts anew; the others, and filters, are parts of what it counted. */
    private Counted counted(Fields fields) {
        Long company = fields.company().isEmpty() ? null : Ids.requireNumber("the company", fields.company());
        String partner = fields.partner().isEmpty() ? null : Ids.requireName("the partner", fields.partner());
        Asked asked = new Asked(company, partner);
        Counted kept = last.get();
        if (kept != null
                && kept.asked().equals(asked)
                && kept.at().plus(KEPT).isAfter(clock.instant())
                && (fields.from() > 0 || !fields.lacking().isEmpty())) {
            return kept;
        }
        return permits.use(() -> {
            try (RecordedCatalog catalog = RecordedCatalog.connect(kafka, registry)) {
                Counted counted = new Counted(
                        asked,
                        CompletenessReading.of(catalog, company, partner, CompletenessLimits.OF_PAGE),
                        clock.instant());
                last.set(counted);
                return counted;
            }
        });
    }

    /**
     * The form as it was filled in, and the answer to it.
     *
     * @param answer the report, or what is wrong; empty before there is an answer
     */
    static Page page(Fields fields, Html answer) {
        Map<String, String> choices = new LinkedHashMap<>();
        choices.put("", "anything");
        choices.putAll(CompletenessPart.choices());
        return Page.of(
                Section.COMPLETENESS,
                "Completeness",
                Tag.P.of("What listed variants lack. Enter a company, a partner, or both."),
                Forms.get(
                        Section.COMPLETENESS.place(),
                        "Count",
                        Forms.text(COMPANY, "Company", fields.company(), false),
                        Forms.text(PARTNER, "Partner", fields.partner(), false),
                        Forms.choice(LACKING, "Only with", fields.lacking(), choices)),
                answer);
    }

    /**
     * The part of a report that a page shows.
     *
     * @param at when the variants were counted
     */
    static Html report(Fields fields, CompletenessReport counted, Instant at) {
        CompletenessPart part = CompletenessPart.named(fields.lacking(), fields.from(), LENGTH);
        int most = Math.max(counted.companies().size(), counted.partners().size());
        return Html.of(
                Tag.P.styled("quiet").of(Html.text("Counted at "), Shown.time(at), Html.text(".")),
                ReportView.of(counted.report(fields.partner().isEmpty() ? null : fields.partner(), part)),
                Tag.P.of(
                        fields.from() == 0
                                ? Html.nothing()
                                : Tag.A
                                        .to(fields.at(Math.max(0, fields.from() - LENGTH)))
                                        .of("Worse"),
                        Html.text(" "),
                        fields.from() + LENGTH >= most
                                ? Html.nothing()
                                : Tag.A.to(fields.at(fields.from() + LENGTH)).of("Next")));
    }
}
