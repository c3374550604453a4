package dev.partnercatalog.console.server;

import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.console.page.RepeatPage;
import dev.partnercatalog.console.page.ResyncPage;
import dev.partnercatalog.console.page.ResyncPage.Part;
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
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import io.javalin.http.Context;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends everything, a part, or the records of one message to a partner again, after a confirmation. */
public final class ResyncPages implements Pages {

    private static final Logger LOG = LoggerFactory.getLogger(ResyncPages.class);

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final PartnerTables partners;
    private final Webhooks webhooks;
    private final ReadPermits large;
    private final ReadPermits small;

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
            String partnerId =
                    PartnerPages.require(context, partners).getPartner().getPartnerId();
            Part part = new Part(
                    RequestFields.query(context, Part.COMPANY),
                    RequestFields.query(context, Part.LOCATION),
                    RequestFields.query(context, Part.BARCODE));
            ResyncScope scope = scope(context, partnerId);
            return new ResyncPage(partnerId, part, size(partnerId, scope)).page(visitor);
        });
        router.page("/partners/{partner}/repeat", (context, visitor) -> {
            PartnerConfig config = PartnerPages.require(context, partners);
            String message = RequestFields.query(context, RepeatPage.MESSAGE);
            return new RepeatPage(config.getPartner().getPartnerId(), message, variants(config, message)).page(visitor);
        });
        router.form("/partners/{partner}/repeat", WebhooksOperations.RESYNC.name(), this::repeat);
    }

    private Router.Task repeat(Context context) {
        PartnerConfig config = PartnerPages.require(context, partners);
        String partnerId = config.getPartner().getPartnerId();
        String message = RequestFields.form(context, RepeatPage.MESSAGE);
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
}
