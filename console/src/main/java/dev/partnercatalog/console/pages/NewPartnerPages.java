package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.audit.AuditEntry;
import dev.partnercatalog.operations.eventfile.FileFormat;
import dev.partnercatalog.operations.eventfile.Line;
import dev.partnercatalog.operations.eventfile.SizedLines;
import dev.partnercatalog.operations.operation.ClientOperations;
import dev.partnercatalog.operations.operation.ClientOperations.Credentials;
import dev.partnercatalog.operations.topic.RecordTopic;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import dev.partnercatalog.schemas.plain.FieldFault;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.javalin.http.Context;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates a partner and its first API client, after a confirmation. */
public final class NewPartnerPages implements Pages {

    /** The field with the partner's event. */
    private static final String EVENT = "event";

    /** A partner to start from: it may see one company with one location, and has no webhook. */
    private static final String EXAMPLE = """
            {
              "partnerId": "",
              "partnerName": "",
              "enabled": true,
              "webhook": {"enabled": false, "url": ""},
              "allowedCompanies": [
                {
                  "id": "", "name": "", "provider": "", "providerId": "",
                  "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true, "labels": true},
                  "locations": [{"id": "", "name": "", "providerId": ""}]
                }
              ]
            }""";

    static final Place PLACE = Place.of("new-partner");

    private static final String TITLE = "Create a partner";
    private static final int ROWS = 16;

    private static final Logger LOG = LoggerFactory.getLogger(NewPartnerPages.class);

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final PartnerTables partners;
    private final ReadPermits permits;

    public NewPartnerPages(KafkaSettings kafka, SchemaRegistry registry, PartnerTables partners, ReadPermits permits) {
        this.kafka = kafka;
        this.registry = registry;
        this.partners = partners;
        this.permits = permits;
    }

    @Override
    public void addTo(Router router) {
        router.page("/new-partner", (context, visitor) -> form(EXAMPLE, null, visitor));
        router.question("/new-partner", this::check);
        router.form("/new-partner/create", "partner create", this::create);
    }

    private Page check(Context context, Visitor visitor) {
        String event = event(context);
        try {
            Partner partner = partner(event);
            requireNew(partner.getPartnerId());
            return confirm(partner, event, visitor);
        } catch (OperatorFault e) {
            return form(event, String.valueOf(e.getMessage()), visitor);
        }
    }

    private Router.Task create(Context context) {
        Partner partner = partner(event(context));
        return new Router.Task(partner.getPartnerId(), entry -> permits.use(() -> create(partner, entry)));
    }

    private Router.Done create(Partner partner, AuditEntry entry) {
        String partnerId = partner.getPartnerId();
        requireNew(partnerId);
        new RecordTopic<>(CatalogTopic.PARTNERS, Partner.class, kafka, registry).put(partnerId, partner);
        LOG.info("partner {} was created", partnerId);
        // This page always exists; the partner's own page doesn't until the resolver has read the event.
        Place next = Place.of("partners");
        String created = "Partner " + partnerId + " is created; it appears here within seconds.";
        try {
            Credentials client = ClientOperations.create(
                    new RecordTopic<>(CatalogTopic.CLIENTS, Client.class, kafka, registry),
                    partnerId,
                    null,
                    Clock.systemUTC());
            entry.detail("with client " + client.clientId());
            return new Router.Done(
                    next,
                    List.of(
                            created,
                            "Client id: " + client.clientId(),
                            "Client secret, shown only this once: " + client.clientSecret(),
                            "For a webhook, the partner gets its webhook secret with POST"
                                    + " /v1/partner/webhook/rotate-secret."));
        } catch (OperatorFault e) {
            entry.failed("the partner was created, but no client: " + e.getMessage());
            return new Router.Done(
                    next,
                    List.of(
                            created,
                            "It has no client: " + e.getMessage() + ". './catalog client create --partner-id "
                                    + partnerId + "' creates one."));
        }
    }

    private void requireNew(String partnerId) {
        if (partners.config(partnerId) != null) {
            throw new OperatorFault(
                    "partner " + partnerId + " already exists, so nothing was done: './catalog publish' changes it");
        }
        if (partners.fault() != null || !partners.unreadable().isEmpty()) {
            throw new OperatorFault("it isn't certain that there is no partner " + partnerId
                    + ", so nothing was done: some data can't be read now; the overview says more");
        }
    }

    private static String event(Context context) {
        return Objects.requireNonNullElse(context.formParam(EVENT), "");
    }

    /** @throws OperatorFault if the text isn't one partner's event */
    private static Partner partner(String event) {
        // A file has one event per line; within JSON, a line break means the same as a space.
        byte[] line = event.replace('\r', ' ').replace('\n', ' ').getBytes(StandardCharsets.UTF_8);
        try {
            Line read = new SizedLines(
                            CatalogTopic.PARTNERS,
                            FileFormat.NDJSON.read(CatalogTopic.PARTNERS, new ByteArrayInputStream(line)))
                    .next();
            if (read instanceof Line.Put put && put.value() instanceof Partner partner) {
                return partner;
            }
            if (read instanceof Line.Faulty faulty) {
                throw new OperatorFault(FieldFault.inWords(faulty.faults()));
            }
            throw new OperatorFault("this is not a partner");
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }

    /**
     * The form.
     *
     * @param fault what is wrong with the event, as text; null for nothing
     */
    static Page form(String event, @Nullable String fault, Visitor visitor) {
        return Page.of(
                Section.PARTNERS,
                TITLE,
                Shown.fault(fault),
                Tag.P.of("The partner as './catalog publish' takes it, and a client with which it can use the API. You"
                        + " are asked to confirm."),
                new VisitorForms(visitor)
                        .actOrSayWhyNot(PLACE, "Check", Forms.lines(EVENT, "Partner, in JSON", event, ROWS)));
    }

    /** Asks the operator to confirm. */
    static Page confirm(Partner partner, String event, Visitor visitor) {
        int locations = partner.getAllowedCompanies().stream()
                .mapToInt(company -> company.getLocations().size())
                .sum();
        return Page.of(
                Section.PARTNERS,
                TITLE,
                Shown.facts(
                        Shown.fact("Id", Html.text(partner.getPartnerId())),
                        Shown.fact("Name", Html.text(partner.getPartnerName())),
                        Shown.fact("Enabled", Html.text(partner.getEnabled() ? "yes" : "no")),
                        Shown.fact(
                                "Webhook",
                                Html.text(
                                        partner.getWebhook().getEnabled()
                                                ? ShownUrl.of(
                                                        partner.getWebhook().getUrl())
                                                : "disabled")),
                        Shown.fact(
                                "Companies",
                                Html.text(partner.getAllowedCompanies().size() + ", with " + locations
                                        + (locations == 1 ? " location" : " locations")))),
                new VisitorForms(visitor)
                        .act(
                                Place.of("new-partner", "create"),
                                "Create the partner and a client",
                                Forms.hidden(EVENT, event)),
                Tag.P.of(Tag.A.to(PLACE).of("Start again")));
    }
}
