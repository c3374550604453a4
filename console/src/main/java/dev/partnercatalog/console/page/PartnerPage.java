package dev.partnercatalog.console.page;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.html.Html;
import dev.partnercatalog.console.html.Place;
import dev.partnercatalog.console.html.Table;
import dev.partnercatalog.console.html.Tag;
import dev.partnercatalog.console.live.BacklogHistory;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.operations.webhooks.WebhookStatus.State;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookAttempt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One partner: its configuration, clients and webhook, and the latest deliveries. Secrets aren't known here; the part
 * of the webhook's URL that may contain one isn't shown.
 *
 * @param samples amounts due, oldest first
 * @param attempts newest first
 */
public record PartnerPage(
        PartnerConfig config,
        WebhookStatus status,
        List<Client> clients,
        List<WebhookAttempt> attempts,
        List<BacklogHistory.Sample> samples) {

    private static final int SHOWN_ATTEMPTS = 50;
    private static final int SHOWN_LOCATIONS = 200;

    public Page page(Visitor visitor) {
        return Page.refreshing(
                Section.PARTNERS,
                "Partner " + config.getPartner().getPartnerId(),
                webhook(visitor),
                backlog(),
                deliveries(),
                apiClients(),
                configuration());
    }

    private Html webhook(Visitor visitor) {
        return Tag.SECTION.of(
                Tag.H2.of("Webhook"),
                Tag.P.of(Shown.state(status.state())),
                Shown.facts(
                        Shown.fact(
                                "Endpoint",
                                Html.text(ShownUrl.of(
                                        config.getPartner().getWebhook().getUrl()))),
                        status.reason() == null ? Html.nothing() : Shown.fact("Reason", Html.text(status.reason())),
                        time("Suspended since", status.state() == State.SUSPENDED ? status.since() : null),
                        time("Failing since", status.failingSince()),
                        time("Backing off until", status.backingOffUntil()),
                        time("Suspends at", status.suspendsAt()),
                        time("Last success", status.lastSuccess()),
                        Shown.fact("Due", Html.text(Shown.number(status.due()))),
                        time("Oldest due since", status.oldestDue()),
                        status.content().isDefault()
                                ? Html.nothing()
                                : Shown.fact("Sends", Html.text(status.content().text()))),
                controls(visitor));
    }

    private static Html time(String name, @Nullable Instant time) {
        return time == null ? Html.nothing() : Shown.fact(name, Shown.time(time));
    }

    private Html controls(Visitor visitor) {
        if (!visitor.mayAct()) {
            return visitor.maySignIn() && !visitor.isSignedIn()
                    ? Tag.P.of(Tag.A.to(Place.of("sign-in")).of("Sign in"), Html.text(" to resume, resync or ping it."))
                    : Html.nothing();
        }
        Forms forms = new Forms(visitor);
        return Tag.DIV
                .styled("controls")
                .of(
                        control(forms, "resume", "Resume", "Resumes delivery; if it is suspended, after a ping."),
                        control(forms, "ping", "Ping", "Sends one test message that changes nothing."),
                        resync());
    }

    /** Asks for confirmation on a separate page first. */
    private Html resync() {
        return Tag.DIV.of(
                Forms.get(
                        Place.of("partners", config.getPartner().getPartnerId(), "resync"),
                        "Resync",
                        Forms.text("company", "Company", "", false),
                        Forms.text("location", "Location", "", false),
                        Forms.text("barcode", "Barcode", "", false)),
                Tag.P
                        .styled("quiet")
                        .of("Sends what is listed again: everything, or only a company, a location or a variant."
                                + " You are asked to confirm."));
    }

    private Html control(Forms forms, String action, String button, String meaning) {
        return Tag.DIV.of(
                forms.act(Place.of("partners", config.getPartner().getPartnerId(), action), button),
                Tag.P.styled("quiet").of(meaning));
    }

    private Html backlog() {
        return Tag.SECTION.of(Tag.H2.of("Due"), BacklogChart.of(samples));
    }

    private Html deliveries() {
        Table table =
                new Table("Latest deliveries", "At", "Outcome", "Status", "Took (ms)", "Records", "Message", "Error");
        attempts.stream()
                .limit(SHOWN_ATTEMPTS)
                .forEach(attempt -> table.row(
                        Shown.time(Instant.ofEpochMilli(attempt.getAt())),
                        outcome(attempt),
                        Html.text(attempt.getHttpStatus() == null ? "–" : attempt.getHttpStatus()),
                        Html.text(Shown.number(attempt.getDurationMs())),
                        Html.text(records(attempt)),
                        Tag.CODE.of(attempt.getWebhookId()),
                        Html.text(attempt.getError() == null ? "–" : attempt.getError())));
        return Tag.SECTION.of(Tag.H2.of("Deliveries"), table.orWhereEmpty("No deliveries recorded."));
    }

    private static Html outcome(WebhookAttempt attempt) {
        String words = attempt.getOutcome().name().toLowerCase(Locale.ROOT);
        return Shown.badge(mood(attempt.getOutcome()), words);
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

    private Html apiClients() {
        Table table = new Table("API clients", "Client", "Enabled", "Created");
        clients.forEach(client -> table.row(
                Tag.CODE.of(client.getClientId()),
                Html.text(client.getEnabled() ? "yes" : "no"),
                Shown.time(client.getCreatedAt())));
        return Tag.SECTION.of(Tag.H2.of("Clients"), table.orWhereEmpty("No clients."));
    }

    private Html configuration() {
        Partner partner = config.getPartner();
        List<Html> companies = new ArrayList<>();
        partner.getAllowedCompanies().forEach(company -> companies.add(company(company)));
        return Tag.SECTION.of(
                Tag.H2.of("Configuration"),
                Shown.facts(
                        Shown.fact("Name", Html.text(partner.getPartnerName())),
                        Shown.fact("Enabled", Html.text(partner.getEnabled() ? "yes" : "no")),
                        Shown.fact(
                                "Webhook enabled",
                                Html.text(partner.getWebhook().getEnabled() ? "yes" : "no")),
                        Shown.fact("Revision", Html.text(config.getRevision()))),
                companies.isEmpty() ? Tag.P.styled("quiet").of("It has access to no company.") : Html.of(companies));
    }

    private static Html company(AllowedCompany company) {
        List<AllowedLocation> locations = company.getLocations();
        Table table = new Table("Locations of company " + company.getId(), "Location", "Name", "Id at the provider");
        locations.stream()
                .limit(SHOWN_LOCATIONS)
                .forEach(location -> table.row(
                        Html.text(location.getId()),
                        Html.text(location.getName()),
                        Html.text(location.getProviderId())));
        return Tag.DETAILS.of(
                Tag.SUMMARY.of("Company " + company.getId() + ", " + company.getName() + " ("
                        + Quantity.of(locations.size(), "location") + ")"),
                Shown.facts(
                        Shown.fact("Provider", Html.text(company.getProvider() + ", " + company.getProviderId())),
                        Shown.fact("Allowed fields", Html.text(flags(company.getAllowedFields())))),
                table.orWhereEmpty("No locations."),
                locations.size() > SHOWN_LOCATIONS
                        ? Tag.P.styled("quiet").of("and " + (locations.size() - SHOWN_LOCATIONS) + " more")
                        : Html.nothing());
    }

    private static String flags(AllowedFields flags) {
        List<String> on = new ArrayList<>();
        add(on, flags.getBadges(), "badges");
        add(on, flags.getCannabinoidOverrides(), "cannabinoidOverrides");
        add(on, flags.getDisplayNameOverrides(), "displayNameOverrides");
        add(on, flags.getLabels(), "labels");
        return on.isEmpty() ? "none" : String.join(", ", on);
    }

    private static void add(List<String> names, boolean on, String name) {
        if (on) {
            names.add(name);
        }
    }
}
