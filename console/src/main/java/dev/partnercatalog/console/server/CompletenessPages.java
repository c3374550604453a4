package dev.partnercatalog.console.server;

import dev.partnercatalog.console.page.CompletenessPage;
import dev.partnercatalog.console.page.CompletenessPage.Fields;
import dev.partnercatalog.console.page.Page;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.completeness.CompletenessLimits;
import dev.partnercatalog.operations.completeness.CompletenessReading;
import dev.partnercatalog.operations.completeness.CompletenessReport;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What listed variants lack. */
public final class CompletenessPages implements Pages {

    private static final Duration KEPT = Duration.ofMinutes(10);

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final ReadPermits permits;
    private final Clock clock;

    /** Paging through it, or choosing a part, shall not count everything again. */
    private final AtomicReference<@Nullable Counted> last = new AtomicReference<>();

    private record Asked(@Nullable Long company, @Nullable String partner) {}

    private record Counted(Asked asked, CompletenessReport report, Instant at) {}

    public CompletenessPages(KafkaSettings kafka, SchemaRegistry registry, ReadPermits permits, Clock clock) {
        this.kafka = kafka;
        this.registry = registry;
        this.permits = permits;
        this.clock = clock;
    }

    @Override
    public void addTo(Router router) {
        router.page("/completeness", (context, visitor) -> answer(fields(context)));
    }

    private static Fields fields(Context context) {
        String from = RequestFields.query(context, Fields.FROM);
        return new Fields(
                RequestFields.query(context, Fields.COMPANY),
                RequestFields.query(context, Fields.PARTNER),
                RequestFields.query(context, Fields.LACKING),
                from.matches("\\d{1,9}") ? Integer.parseInt(from) : 0);
    }

    private Page answer(Fields fields) {
        if (fields.isBlank()) {
            return CompletenessPage.of(fields, (String) null);
        }
        try {
            Counted counted = counted(fields);
            return CompletenessPage.of(fields, counted.report(), counted.at());
        } catch (InvalidKeyException | OperatorFault e) {
            return CompletenessPage.of(fields, String.valueOf(e.getMessage()));
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
}
