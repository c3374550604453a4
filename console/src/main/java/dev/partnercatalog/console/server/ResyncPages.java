package dev.partnercatalog.console.server;

import dev.partnercatalog.console.html.Place;
import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.console.page.ResyncPage;
import dev.partnercatalog.console.page.ResyncPage.Part;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.operations.webhooks.ResyncSize;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import io.javalin.http.Context;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends everything, or a part, to a partner again, after a confirmation. */
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
                    text(context.queryParam(Part.COMPANY)),
                    text(context.queryParam(Part.LOCATION)),
                    text(context.queryParam(Part.BARCODE)));
            ResyncScope scope = scope(part);
            return new ResyncPage(partnerId, part, size(partnerId, scope)).page(visitor);
        });
        router.form("/partners/{partner}/resync", "webhooks resync", this::resync);
    }

    private @Nullable ResyncSize size(String partnerId, @Nullable ResyncScope scope) {
        return large.use(() -> {
                    try (RecordedCatalog catalog = RecordedCatalog.connect(kafka, registry)) {
                        return ResyncSize.of(catalog, partnerId, scope);
                    }
                })
                .orElse(null);
    }

    private Router.Task resync(Context context) {
        String partnerId = PartnerPages.require(context, partners).getPartner().getPartnerId();
        ResyncScope scope = scope(new Part(
                text(context.formParam(Part.COMPANY)),
                text(context.formParam(Part.LOCATION)),
                text(context.formParam(Part.BARCODE))));
        return new Router.Task(Webhooks.resyncInWords(partnerId, scope), entry -> {
            small.use(() -> {
                webhooks.resync(partnerId, scope);
                return partnerId;
            });
            LOG.info("resync of {} to partner {} was requested", scope == null ? "everything" : scope, partnerId);
            return new Router.Done(
                    Place.of("partners", partnerId),
                    List.of(
                            scope == null
                                    ? "Everything that is listed will be sent again."
                                    : "The part that you specified will be sent again."));
        });
    }

    /** Null for everything. */
    private static @Nullable ResyncScope scope(Part part) {
        if (part.location().isEmpty() && !part.barcode().isEmpty()) {
            throw new Faults.NoSuchPageException("A barcode requires a location; for company scope, the company's id.");
        }
        if (part.company().isEmpty()) {
            if (!part.location().isEmpty()) {
                throw new Faults.NoSuchPageException("A location requires a company.");
            }
            return null;
        }
        try {
            return new ResyncScope(
                    Ids.requireNumber("the company", part.company()),
                    part.location().isEmpty() ? null : Ids.requireNumber("the location", part.location()),
                    part.barcode().isEmpty() ? null : Ids.requireBarcode(part.barcode()));
        } catch (InvalidKeyException e) {
            throw new Faults.NoSuchPageException("That part can't be sent: " + e.getMessage() + ".");
        }
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value.strip();
    }
}
