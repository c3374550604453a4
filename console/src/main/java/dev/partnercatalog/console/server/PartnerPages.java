package dev.partnercatalog.console.server;

import dev.partnercatalog.console.live.Observation;
import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.console.page.PartnerPage;
import dev.partnercatalog.console.page.PartnersPage;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.javalin.http.Context;

/** The partners. */
public final class PartnerPages implements Pages {

    private static final String PARTNER = "partner";

    private final PartnerTables partners;
    private final Observation observation;

    public PartnerPages(PartnerTables partners, Observation observation) {
        this.partners = partners;
        this.observation = observation;
    }

    @Override
    public void addTo(Router router) {
        router.page(
                "/partners",
                (context, visitor) -> new PartnersPage(
                                partners.summaries(),
                                new PartnersPage.Filter(
                                        RequestFields.query(context, PartnersPage.Filter.TEXT),
                                        RequestFields.query(context, PartnersPage.Filter.STATE)),
                                RequestFields.query(context, "after"),
                                partners.unreadable().size(),
                                partners.fault())
                        .page(visitor));
        router.page("/partners/{partner}", (context, visitor) -> {
            PartnerConfig config = require(context, partners);
            String partnerId = config.getPartner().getPartnerId();
            return new PartnerPage(
                            config,
                            partners.status(config),
                            partners.clients(partnerId),
                            partners.attempts(partnerId),
                            partners.exchanges(partnerId),
                            observation.backlogs().of(partnerId),
                            RequestFields.query(context, PartnerPage.COMPANIES))
                    .page(visitor);
        });
    }

    private static void requireReadable(String partnerId, PartnerTables partners) {
        String key = "key " + PrintableText.of(partnerId);
        partners.unreadable().stream()
                .filter(record -> record.topic() == CatalogTopic.PARTNER_CONFIGS
                        && record.shownKey().equals(key))
                .findFirst()
                .ifPresent(record -> {
                    throw new Faults.NoSuchPageException(
                            "Its record can't be read: " + record.text() + "; " + record.remedy() + ".");
                });
    }

    /** The id of the partner in a path; throws if there is none. */
    static String id(Context context, PartnerTables partners) {
        return require(context, partners).getPartner().getPartnerId();
    }

    /** The partner in a path; throws if there is none. */
    static PartnerConfig require(Context context, PartnerTables partners) {
        String partnerId = context.pathParam(PARTNER);
        PartnerConfig config = partners.config(partnerId);
        if (config == null) {
            requireReadable(partnerId, partners);
            throw new Faults.NoSuchPageException("There is no partner " + partnerId
                    + (partners.fault() == null ? "." : ", as far as is known now."));
        }
        return config;
    }
}
