package dev.partnercatalog.console.server;

import dev.partnercatalog.console.page.CompletenessPage;
import dev.partnercatalog.console.page.Page;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.completeness.CompletenessLimits;
import dev.partnercatalog.operations.completeness.CompletenessReading;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import io.javalin.http.Context;

/** What listed variants lack. */
public final class CompletenessPages implements Pages {

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final ReadPermits permits;

    public CompletenessPages(KafkaSettings kafka, SchemaRegistry registry, ReadPermits permits) {
        this.kafka = kafka;
        this.registry = registry;
        this.permits = permits;
    }

    @Override
    public void addTo(Router router) {
        router.page(
                "/completeness",
                (context, visitor) ->
                        answer(new CompletenessPage.Fields(field(context, "company"), field(context, "partner"))));
    }

    private Page answer(CompletenessPage.Fields fields) {
        if (fields.isBlank()) {
            return CompletenessPage.of(fields, (String) null);
        }
        try {
            Long company = fields.company().isEmpty() ? null : Ids.requireNumber("the company", fields.company());
            String partner = fields.partner().isEmpty() ? null : Ids.requireName("the partner", fields.partner());
            return permits.use(() -> {
                try (RecordedCatalog catalog = RecordedCatalog.connect(kafka, registry)) {
                    return CompletenessPage.of(
                            fields, CompletenessReading.of(catalog, company, partner, CompletenessLimits.OF_PAGE));
                }
            });
        } catch (InvalidKeyException | OperatorFault e) {
            return CompletenessPage.of(fields, String.valueOf(e.getMessage()));
        }
    }

    private static String field(Context context, String name) {
        String value = context.queryParam(name);
        return value == null ? "" : value.strip();
    }
}
