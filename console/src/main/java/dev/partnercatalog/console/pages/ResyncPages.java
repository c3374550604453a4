package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.operation.WebhooksOperations;
import dev.partnercatalog.operations.operation.WrongUsageException;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.operations.webhooks.ResyncSize;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookExchange;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.configuration.ResyncParts;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import io.javalin.http.Context;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends everything, a part, or the records of one message to a partner again, after a confirmation. */
public final class ResyncPages implements Pages {

    private static final String COMPANY = "company";
    private static final String LOCATION = "location";
    private static final String BARCODE = "barcode";

    /** The field with a message's id. */
    private static final String MESSAGE = "message";

    private static final Logger LOG = LoggerFactory.getLogger(ResyncPages.class);

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final PartnerTables partners;
    private final Webhooks webhooks;
    private final ReadPermits large;
    private final ReadPermits small;

    /** The part that is asked for; a field is empty if it isn't used. */
    record Part(String company, String location, String barcode) {

        /** Describes it in words. */
        String words() {
            if (company.isEmpty()) {
                return "everything";
            }
            String ofCompany = "company " + company;
            if (location.isEmpty()) {
                return ofCompany + " with all its locations";
            }
            String scope = location.equals(company)
                    ? ofCompany + " at company scope"
                    : "location " + location + " of " + ofCompany;
            return barcode.isEmpty() ? scope : "barcode " + barcode + " at " + scope;
        }
    }

    /**
     * @param large permits for work that may keep many listings in memory
     * @param small permits for all other work
     */
    public ResyncPages(
            KafkaSettings kafka,
            SchemaRegistry registry,
            PartnerTables partners,
            Webhooks webhooks,
            ReadPermits large,
            ReadPermits small) {
        this.kafka = kafka;
        this.registry = registry;
        this.partners = partners;
        this.webhooks = webhooks;
        this.large = large;
        this.small = small;
    }

    @Override
    public void addTo(Router router) {
        router.page("/partners/{partner}/resync", (context, visitor) -> {
            String partnerId = PartnerPages.id(context, partners);
            Part part = new Part(
                    RequestFields.query(context, COMPANY),
                    RequestFields.query(context, LOCATION),
                    RequestFields.query(context, BARCODE));
            ResyncScope scope = scope(context, partnerId);
            return resync(partnerId, part, size(partnerId, scope), visitor);
        });
        router.page("/partners/{partner}/repeat", (context, visitor) -> {
            PartnerConfig config = PartnerPages.require(context, partners);
            String message = RequestFields.query(context, MESSAGE);
            return repeat(config.getPartner().getPartnerId(), message, variants(config, message), visitor);
        });
        router.form("/partners/{partner}/repeat", WebhooksOperations.RESYNC.name(), this::repeat);
    }

    private Router.Task repeat(Context context) {
        PartnerConfig config = PartnerPages.require(context, partners);
        String partnerId = config.getPartner().getPartnerId();
        String message = RequestFields.form(context, MESSAGE);
        List<ResyncScope> variants = variants(config, message);
        return new Router.Task(partnerId + ", the records of message " + message, entry -> {
            small.use(() -> {
                webhooks.resyncEach(partnerId, variants);
                return partnerId;
            });
            LOG.info("resync of the records of message {} to partner {} was requested", message, partnerId);
            return new Router.Done(
                    Place.of("partners", partnerId), List.of("The records of the message will be sent again."));
        });
    }

    /** The variants of a message that can be sent again. */
    private List<ResyncScope> variants(PartnerConfig config, String message) {
        List<ResyncScope> variants = partners.exchanges(config.getPartner().getPartnerId()).stream()
                .filter(exchange -> exchange.getWebhookId().equals(message))
                .findFirst()
                .map(WebhookExchange::getVariants)
                .orElse(List.of())
                .stream()
                .filter(variant -> ResyncParts.isAllowed(config.getPartner(), variant))
                .toList();
        if (variants.isEmpty()) {
            throw new Faults.NoSuchPageException(
                    "That message isn't recorded any more, or has no records that can be sent again.");
        }
        return variants;
    }

    private @Nullable ResyncSize size(String partnerId, @Nullable ResyncScope scope) {
        return large.use(() -> {
                    try (RecordedCatalog catalog = RecordedCatalog.connect(kafka, registry)) {
                        return ResyncSize.of(catalog, partnerId, scope);
                    }
                })
                .orElse(null);
    }

    /** Null for everything. */
    private static @Nullable ResyncScope scope(Context context, String partnerId) {
        UnaryOperator<String> fields = name -> RequestFields.query(context, name);
        try {
            return WebhooksOperations.scope(
                    OperationPages.given(WebhooksOperations.RESYNC, partnerId, fields, context));
        } catch (WrongUsageException e) {
            throw OperationPages.again(WebhooksOperations.RESYNC, partnerId, fields, e, context);
        }
    }

    /** Where a part is asked for; what is null isn't limited. */
    static Place place(String partnerId, @Nullable Long company, @Nullable Long location, @Nullable String barcode) {
        return Place.of("partners", partnerId, "resync")
                .with(COMPANY, company)
                .with(LOCATION, location)
                .with(BARCODE, barcode);
    }

    /** Where the operator is asked whether a message's records shall be sent again. */
    static Place place(WebhookExchange exchange) {
        return repeatPlace(exchange.getPartnerId()).with(MESSAGE, exchange.getWebhookId());
    }

    private static Place repeatPlace(String partnerId) {
        return Place.of("partners", partnerId, "repeat");
    }

    /**
     * Asks the operator to confirm a resync.
     *
     * @param size how much would be sent; null if it would take long to find out
     */
    static Page resync(String partnerId, Part part, @Nullable ResyncSize size, Visitor visitor) {
        return Page.of(
                Section.PARTNERS,
                "Resync partner " + partnerId,
                Tag.P.of("This sends " + part.words() + " to the partner again: " + inWords(size)
                        + " Changes that arrive meanwhile are sent first."),
                new VisitorForms(visitor)
                        .actOrSayWhyNot(
                                place(partnerId, null, null, null),
                                "Send again",
                                Forms.hidden(COMPANY, part.company()),
                                Forms.hidden(LOCATION, part.location()),
                                Forms.hidden(BARCODE, part.barcode())),
                OperationPages.back(partnerId));
    }

    private static String inWords(@Nullable ResyncSize size) {
        if (size == null || (size.records() == 0 && !size.areAll())) {
            return "each listed variant that it may see.";
        }
        long records = size.records();
        if (!size.areAll()) {
            return Shown.number(records) + " or more records.";
        }
        return records == 0
                ? "nothing, because none of it is listed where the partner may see it."
                : "at most " + Shown.number(records) + " " + Quantity.noun(records, "record") + ".";
    }

    /** Asks the operator to confirm that the records of one message are sent again. */
    static Page repeat(String partnerId, String message, List<ResyncScope> variants, Visitor visitor) {
        Table table = new Table("Records of the message", "Barcode", "Company", "Location", "Only this one");
        variants.forEach(variant -> table.row(
                Tag.CODE.of(String.valueOf(variant.getBarcode())),
                Html.text(variant.getCompanyId()),
                Html.text(variant.getLocationId()),
                Tag.A
                        .to(place(partnerId, variant.getCompanyId(), variant.getLocationId(), variant.getBarcode()))
                        .of("Resync " + variant.getBarcode())));
        return Page.of(
                Section.PARTNERS,
                "Send a message to partner " + partnerId + " again",
                Tag.P.of(
                        Html.text("This sends the " + Quantity.noun(variants.size(), "record") + " of message "),
                        Tag.CODE.of(message),
                        Html.text(" to the partner again, with present values and in a new message:")),
                table.html(),
                new VisitorForms(visitor)
                        .actOrSayWhyNot(repeatPlace(partnerId), "Send again", Forms.hidden(MESSAGE, message)),
                OperationPages.back(partnerId));
    }
}
