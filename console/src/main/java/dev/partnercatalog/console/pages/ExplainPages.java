package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.explain.Explanation;
import dev.partnercatalog.operations.explain.Explanation.Question;
import dev.partnercatalog.operations.explain.ExplanationReport;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.resolution.Scope;
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
import java.util.LinkedHashMap;
import java.util.Map;

/** Why a record looks as it does: the form to ask it, and the answer if it was submitted. */
public final class ExplainPages implements Pages {

    private static final String PARTNER = "partner";
    private static final String COMPANY = "company";
    private static final String LOCATION = "location";
    private static final String KIND = "kind";
    private static final String SKU = "sku";
    private static final String BARCODE = "barcode";
    private static final String IDENTIFIER = "identifier";
    private static final String DIFFERENCES = "differences";

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final PartnerTables partners;
    private final ReadPermits permits;

    /**
     * The fields of the form, as they were filled in.
     *
     * @param differences whether only what layers set differently is shown
     */
    record Fields(
            String partner, String company, String location, String kind, String identifier, boolean differences) {

        /** Whether the form hasn't been filled in yet, or a link has left the partner to choose. */
        boolean isBlank() {
            return partner.isEmpty() && (company.isEmpty() == identifier.isEmpty());
        }
    }

    public ExplainPages(KafkaSettings kafka, SchemaRegistry registry, PartnerTables partners, ReadPermits permits) {
        this.partners = partners;
        this.kafka = kafka;
        this.registry = registry;
        this.permits = permits;
    }

    @Override
    public void addTo(Router router) {
        router.page("/explain", (context, visitor) -> {
            Fields fields = fields(context);
            return page(fields, KnownIds.of(partners.configs(), fields.partner(), fields.company()), answer(fields));
        });
    }

    private Html answer(Fields fields) {
        if (fields.isBlank()) {
            return Html.nothing();
        }
        try {
            Question question = question(fields);
            return permits.use(() -> {
                try (RecordedCatalog catalog = RecordedCatalog.connect(kafka, registry)) {
                    return explained(Explanation.of(question, catalog), fields.differences());
                }
            });
        } catch (InvalidKeyException | OperatorFault e) {
            return Shown.fault(String.valueOf(e.getMessage()));
        }
    }

    private static Question question(Fields fields) {
        long company = Ids.requireNumber("the company", fields.company());
        Scope scope = Scope.of(
                company, fields.location().isEmpty() ? company : Ids.requireNumber("the location", fields.location()));
        String partner = Ids.requireName("the partner", fields.partner());
        return fields.kind().equals(SKU)
                ? new Question(partner, scope, Ids.requireSku(fields.identifier()), true)
                : new Question(partner, scope, Ids.requireBarcode(fields.identifier()), false);
    }

    private static Fields fields(Context context) {
        return new Fields(
                RequestFields.query(context, PARTNER),
                RequestFields.query(context, COMPANY),
                RequestFields.query(context, LOCATION),
                RequestFields.query(context, KIND),
                RequestFields.query(context, IDENTIFIER),
                RequestFields.query(context, DIFFERENCES).equals(Forms.YES));
    }

    /**
     * The form as it was filled in, and the answer to it.
     *
     * @param answer the explanation, or what is wrong; empty before there is an answer
     */
    static Page page(Fields fields, KnownIds known, Html answer) {
        Map<String, String> kinds = new LinkedHashMap<>();
        kinds.put(BARCODE, "barcode");
        kinds.put(SKU, "SKU");
        return Page.of(
                Section.EXPLAIN,
                "Explain a record",
                Forms.get(
                        Section.EXPLAIN.place(),
                        "Explain",
                        Forms.text(PARTNER, "Partner", fields.partner(), true, known.partners()),
                        Forms.text(COMPANY, "Company", fields.company(), true, known.companies()),
                        Forms.text(LOCATION, "Location", fields.location(), false, known.locations()),
                        Forms.choice(KIND, "By", fields.kind(), kinds),
                        Forms.text(IDENTIFIER, "Barcode or SKU", fields.identifier(), true),
                        Forms.box(DIFFERENCES, "Only differences", fields.differences())),
                answer);
    }

    /** An explanation, from which a link leads to the resync of the record, which asks for confirmation. */
    static Html explained(Explanation explanation, boolean onlyDifferences) {
        Question question = explanation.question();
        return Html.of(
                ReportView.of(new ExplanationReport(explanation, onlyDifferences).report()),
                explanation.record() == null
                        ? Html.nothing()
                        : Tag.P.of(Tag.A
                                .to(ResyncPages.place(
                                        question.partnerId(),
                                        question.scope().companyId(),
                                        question.scope().locationId(),
                                        explanation.barcode()))
                                .of("Send this record to the partner's webhook again")));
    }

    /** The explanation of a variant, or the form for it if it isn't known for which partner. */
    static Place place(Cell.Variant variant) {
        return Section.EXPLAIN
                .place()
                .with(PARTNER, variant.partnerId())
                .with(COMPANY, variant.scope().companyId())
                .with(
                        LOCATION,
                        variant.scope().isCompany() ? null : variant.scope().locationId())
                .with(KIND, BARCODE)
                .with(IDENTIFIER, variant.barcode());
    }
}
