package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.live.BacklogHistory;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.operations.operation.Operation;
import dev.partnercatalog.operations.operation.Operations;
import dev.partnercatalog.operations.operation.Parameter;
import dev.partnercatalog.operations.operation.WebhooksOperations;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.operations.webhooks.WebhookTable;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookExchange;
import dev.partnercatalog.runtime.html.Chart;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import dev.partnercatalog.runtime.socket.ClosedConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One partner: its configuration, clients and webhook, and the latest deliveries. Secrets aren't known here; the part
 * of the webhook's URL that may contain one isn't shown.
 *
 * @param samples amounts due, oldest first
 * @param attempts newest first
 * @param exchanges requests and responses of some attempts
 * @param companySearch what the shown companies' ids and names contain; empty for all companies
 */
record PartnerPage(
        PartnerConfig config,
        WebhookStatus status,
        List<Client> clients,
        List<WebhookAttempt> attempts,
        List<WebhookExchange> exchanges,
        List<BacklogHistory.Sample> samples,
        String companySearch) {

    /** The field with which companies are searched. */
    static final String COMPANIES = "companies";

    private static final int SHOWN_ATTEMPTS = 50;

    Page page(Visitor visitor) {
        return Page.refreshing(
                Section.PARTNERS,
                "Partner " + config.getPartner().getPartnerId(),
                webhook(visitor),
                backlog(),
                isolated(),
                deliveries(visitor),
                apiClients(visitor),
                configuration());
    }

    private Html webhook(Visitor visitor) {
        return Tag.SECTION.of(
                Tag.H2.of("Webhook"),
                Tag.P.of(ReportView.of(WebhookTable.state(status)), Html.text(" "), Runbook.about(status)),
                Shown.facts(Shown.fact(
                        "Endpoint",
                        Html.text(ShownUrl.of(config.getPartner().getWebhook().getUrl())))),
                ReportView.of(WebhookTable.details(status)),
                controls(visitor));
    }

    private Html controls(Visitor visitor) {
        if (!visitor.mayAct()) {
            return visitor.maySignIn() && !visitor.isSignedIn()
                    ? Tag.P.of(Tag.A.to(Place.of("sign-in")).of("Sign in"), Html.text(" to resume, resync or ping it."))
                    : Html.nothing();
        }
        return Tag.DIV
                .styled("controls")
                .of(
                        Html.of(Operations.onPartners().stream()
                                .filter(operation -> operation.parameters().contains(Parameter.PARTNER)
                                        && !operation.equals(WebhooksOperations.RESYNC))
                                .map(operation -> Tag.DIV.of(
                                        OperationPages.button(operation, partnerId(), "", visitor, isMain(operation)),
                                        Tag.P
                                                .styled("quiet")
                                                .of(operation.words().says())))
                                .toList()),
                        resync());
    }

    /** The first thing to do about a webhook that stopped is to resume it. */
    private boolean isMain(Operation operation) {
        return operation.verb().equals(isStopped() ? "resume" : "ping");
    }

    private String partnerId() {
        return config.getPartner().getPartnerId();
    }

    /** Whether there is something to resume. */
    private boolean isStopped() {
        return switch (status.state()) {
            case HELD, SUSPENDED, BACKING_OFF -> true;
            case DISABLED, NO_CLIENT, HEALTHY -> false;
        };
    }

    /** Asks for confirmation on a separate page first. */
    private Html resync() {
        return Tag.DIV.of(
                Forms.find(
                        Place.of("partners", partnerId(), "resync"),
                        "Resync",
                        Forms.text(
                                "company",
                                "Company",
                                "",
                                false,
                                KnownIds.of(config).companies()),
                        Forms.text("location", "Location", "", false),
                        Forms.text("barcode", "Barcode", "", false)),
                Tag.P
                        .styled("quiet")
                        .of("Sends what is listed again: everything, or only a company, a location or a variant."
                                + " You see how many records that is and are asked to confirm."));
    }

    private Html backlog() {
        return Tag.SECTION.of(
                Tag.H2.of("Due"),
                samples.size() < 2
                        ? Tag.P
                                .styled("quiet")
                                .of("Nothing has been due since this console started, or for the past hour.")
                        : Chart.of(
                                "Variants due",
                                samples.stream()
                                        .map(sample -> new Chart.Point(sample.at(), sample.due()))
                                        .toList()));
    }

    /** The records that the endpoint didn't accept even alone, if there are any. */
    private Html isolated() {
        if (status.isolated() == 0) {
            return Html.nothing();
        }
        Table table =
                new Table("Isolated records", "Company", "Location", "Barcode", "Since", "Attempts", "Last outcome");
        status.isolatedRecords()
                .forEach(record -> table.row(
                        Html.text(Long.toString(record.getCompanyId())),
                        Html.text(Long.toString(record.getLocationId())),
                        Tag.CODE.of(record.getBarcode()),
                        Shown.time(Instant.ofEpochMilli(record.getSince())),
                        Html.text(Shown.number(record.getAttempts())),
                        Shown.prose(record.getLastOutcome())));
        return Tag.SECTION.of(
                Tag.H2.of("Isolated records"),
                Tag.P
                        .styled("quiet")
                        .of(
                                Html.text(
                                        Shown.number(status.isolated())
                                                + " not accepted, though sent alone. They hold up no others and are tried on. "),
                                Runbook.WEBHOOKS_BEHIND.link()),
                table.orWhereEmpty("None is named."));
    }

    private Html deliveries(Visitor visitor) {
        Table table =
                new Table("Latest deliveries", "At", "Outcome", "Status", "Took (ms)", "Records", "Message", "Error");
        attempts.stream()
                .limit(SHOWN_ATTEMPTS)
                .forEach(attempt -> table.row(
                        Shown.time(Instant.ofEpochMilli(attempt.getAt())),
                        outcome(attempt),
                        Shown.orNone(attempt.getHttpStatus()),
                        Html.text(Shown.number(attempt.getDurationMs())),
                        Html.text(records(attempt)),
                        Html.of(Tag.CODE.of(attempt.getWebhookId()), exchange(attempt, visitor)),
                        Shown.prose(attempt.getError())));
        return Tag.SECTION.of(Tag.H2.of("Deliveries"), table.orWhereEmpty("No deliveries recorded."));
    }

    private Html exchange(WebhookAttempt attempt, Visitor visitor) {
        return exchanges.stream()
                .filter(exchange -> exchange.getAt() == attempt.getAt()
                        && exchange.getWebhookId().equals(attempt.getWebhookId()))
                .findFirst()
                .map(exchange -> ExchangeView.of(exchange, attempt, visitor.mayAct()))
                .orElse(Html.nothing());
    }

    private static Html outcome(WebhookAttempt attempt) {
        return ClosedConnection.ERROR.equals(attempt.getError())
                ? Shown.badge(Shown.Mood.QUIET, "retried")
                : Shown.badge(
                        mood(attempt.getOutcome()), attempt.getOutcome().name().toLowerCase(Locale.ROOT));
    }

    private static Shown.Mood mood(AttemptOutcome outcome) {
        return switch (outcome) {
            case ACCEPTED -> Shown.Mood.GOOD;
            case REFUSED -> Shown.Mood.WARNING;
            case FAILED -> Shown.Mood.BAD;
            case UNKNOWN -> Shown.Mood.QUIET;
        };
    }

    private static String records(WebhookAttempt attempt) {
        return switch (attempt.getKind()) {
            case PING -> "ping";
            case CHANGES, UNKNOWN ->
                attempt.getRecords() + (attempt.getRemoved() == 0 ? "" : ", " + attempt.getRemoved() + " removed");
        };
    }

    private Html apiClients(Visitor visitor) {
        Table table = visitor.mayAct()
                ? new Table("API clients", "Client", "Enabled", "Created", "Change")
                : new Table("API clients", "Client", "Enabled", "Created");
        clients.forEach(client -> {
            List<Html> cells = new ArrayList<>(List.of(
                    Tag.CODE.of(client.getClientId()),
                    Html.text(client.getEnabled() ? "yes" : "no"),
                    Shown.time(client.getCreatedAt())));
            if (visitor.mayAct()) {
                cells.add(Html.of(Operations.of("client").stream()
                        .filter(operation -> operation.parameters().contains(Parameter.CLIENT)
                                && !operation.verb().equals(client.getEnabled() ? "enable" : "disable"))
                        .map(operation ->
                                OperationPages.button(operation, partnerId(), client.getClientId(), visitor, false))
                        .toList()));
            }
            table.row(cells.toArray(Html[]::new));
        });
        return Tag.SECTION.of(
                Tag.H2.of("Clients"),
                table.orWhereEmpty("No clients."),
                Html.of(Operations.of("client").stream()
                        .filter(operation -> operation.parameters().contains(Parameter.OF_PARTNER))
                        .map(operation -> OperationPages.button(operation, partnerId(), "", visitor, false))
                        .toList()));
    }

    private Html configuration() {
        Partner partner = config.getPartner();
        return Html.of(
                Tag.SECTION.of(
                        Tag.H2.of("Configuration"),
                        Shown.facts(
                                Shown.fact("Name", Html.text(partner.getPartnerName())),
                                Shown.fact("Enabled", Html.text(partner.getEnabled() ? "yes" : "no")),
                                Shown.fact(
                                        "Webhook enabled",
                                        Html.text(partner.getWebhook().getEnabled() ? "yes" : "no")),
                                Shown.fact("Revision", Html.text(config.getRevision())))),
                new AllowedCompaniesView(partner, companySearch).html());
    }
}
