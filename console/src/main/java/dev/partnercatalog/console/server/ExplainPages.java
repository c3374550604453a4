package dev.partnercatalog.console.server;

import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.console.page.ExplainPage;
import dev.partnercatalog.console.page.KnownIds;
import dev.partnercatalog.console.page.Page;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.explain.Explanation;
import dev.partnercatalog.operations.explain.Explanation.Question;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import io.javalin.http.Context;

/** Why a record looks as it does. */
public final class ExplainPages implements Pages {

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final PartnerTables partners;
    private final ReadPermits permits;

    public ExplainPages(KafkaSettings kafka, SchemaRegistry registry, PartnerTables partners, ReadPermits permits) {
        this.partners = partners;
        this.kafka = kafka;
        this.registry = registry;
        this.permits = permits;
    }

    @Override
    public void addTo(Router router) {
        router.page("/explain", (context, visitor) -> answer(fields(context)));
    }

    private Page answer(ExplainPage.Fields fields) {
        KnownIds known = KnownIds.of(partners.configs(), fields.partner(), fields.company());
        if (fields.isBlank()) {
            return ExplainPage.of(fields, known, (String) null);
        }
        try {
            Question question = question(fields);
            return permits.use(() -> {
                try (RecordedCatalog catalog = RecordedCatalog.connect(kafka, registry)) {
                    return ExplainPage.of(fields, known, Explanation.of(question, catalog));
                }
            });
        } catch (InvalidKeyException | OperatorFault e) {
            return ExplainPage.of(fields, known, String.valueOf(e.getMessage()));
        }
    }

    private static Question question(ExplainPage.Fields fields) {
        long company = Ids.requireNumber("the company", fields.company());
        Scope scope = Scope.of(
                company, fields.location().isEmpty() ? company : Ids.requireNumber("the location", fields.location()));
        String partner = Ids.requireName("the partner", fields.partner());
        return fields.kind().equals(ExplainPage.Fields.SKU)
                ? new Question(partner, scope, Ids.requireSku(fields.identifier()), true)
                : new Question(partner, scope, Ids.requireBarcode(fields.identifier()), false);
    }

    private static ExplainPage.Fields fields(Context context) {
        return new ExplainPage.Fields(
                RequestFields.query(context, "partner"),
                RequestFields.query(context, "company"),
                RequestFields.query(context, "location"),
                RequestFields.query(context, "kind"),
                RequestFields.query(context, "identifier"),
                RequestFields.query(context, ExplainPage.Fields.DIFFERENCES).equals(Forms.YES));
    }
}
