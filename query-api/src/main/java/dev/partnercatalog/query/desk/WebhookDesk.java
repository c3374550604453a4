package dev.partnercatalog.query.desk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import java.util.function.Function;

/** The state of the webhook, what to do about it, and the means. */
final class WebhookDesk {

    static final Place WEBHOOK = Place.of("v1", "partner", "webhook");

    private static final String URL = "url";
    private static final String ENABLED = "enabled";
    private static final int LONGEST_URL = 2_048;

    void addTo(DeskRoutes desk) {
        desk.get("/desk", visit -> page(visit, Html.nothing()));
        desk.post("/desk/webhook/address", visit -> done(visit, change(visit), "The address is changed."));
        desk.post("/desk/webhook/ping", WebhookDesk::ping);
        desk.post(
                "/desk/webhook/resume",
                visit -> done(visit, post(visit, "resume", ""), "The webhook is resumed, and this is its state now."));
        desk.post("/desk/webhook/resync", visit -> resync(visit, asked -> asked.page(visit)));
        desk.post(
                "/desk/webhook/resync/now",
                visit -> resync(
                        visit,
                        asked -> done(
                                visit,
                                post(visit, "resync", asked.body()),
                                "What you asked for is sent again, after what is due already.")));
        desk.post("/desk/webhook/rotate-secret", WebhookDesk::rotate);
    }

    private static Place place(String operation) {
        return Place.of("v1", "partner", "webhook", operation);
    }

    private static Place form(String action) {
        return Place.of("desk", "webhook", action);
    }

    private static ApiReply post(DeskVisit visit, String operation, String body) {
        return visit.api().post(place(operation), body, visit.key());
    }

    private static ApiReply change(DeskVisit visit) {
        ObjectNode patch = JsonFacts.object();
        patch.putObject("webhook")
                .put(ENABLED, visit.field(ENABLED).equals(Forms.YES))
                .put(URL, visit.field(URL));
        return visit.api().patch(PartnerScopes.PARTNER, patch.toString(), visit.key(), visit.field(DeskVisit.TAG));
    }

    private static DeskView resync(DeskVisit visit, Function<ResyncQuestion, DeskView> then) {
        ResyncQuestion asked = ResyncQuestion.of(visit);
        return asked.isComplete()
                ? then.apply(asked)
                : page(visit, fault("Enter the company of the location; for a barcode, both. Nothing was sent."))
                        .withStatus(400);
    }

    private static DeskView ping(DeskVisit visit) {
        JsonNode ping = post(visit, "ping", "").orThrow();
        JsonNode attempt = ping.path("attempt");
        return page(
                visit,
                ping.path("accepted").asBoolean()
                        ? notice("Your endpoint accepted the ping, in "
                                + attempt.path("durationMs").asLong() + " ms.")
                        : fault("Your endpoint didn't accept the ping: "
                                + attempt.path("error").asText("unknown") + "."));
    }

    /** A page of its own: whatever else it had to ask for could fail, and the secret would be lost. */
    private static DeskView rotate(DeskVisit visit) {
        JsonNode rotated = post(visit, "rotate-secret", "").orThrow();
        return DeskView.of(
                DeskSection.WEBHOOK,
                "The new secret",
                Tag.DIV
                        .styled("notice")
                        .of(
                                Tag.P.of("This is the new secret. Store it now: it isn't shown again."),
                                Tag.P.of(Tag.CODE.of(rotated.path("secret").asText())),
                                Tag.P.of(
                                        Html.text("The previous one also signs until "),
                                        JsonFacts.time(rotated.path("previousSecretSignsUntil")),
                                        Html.text(". Accept both until then."))),
                Tag.P.of(Tag.A.to(DeskSection.WEBHOOK.place()).of("Your webhook")));
    }

    /** The page with the result of an action, or with why it was refused. */
    private static DeskView done(DeskVisit visit, ApiReply reply, String words) {
        try {
            reply.success();
            return page(visit, notice(words));
        } catch (ApiRefusal e) {
            if (e.isNotYours()) {
                throw e;
            }
            return page(visit, e.fault()).withStatus(e.status());
        }
    }

    private static Html notice(String words) {
        return Tag.P.styled("notice").of(words);
    }

    private static Html fault(String words) {
        return Tag.P.styled("fault").of(words);
    }

    private static DeskView page(DeskVisit visit, Html result) {
        // Before what is shown, so that a change in between makes the tag old.
        ApiReply partner = visit.api().get(PartnerScopes.PARTNER).success();
        JsonNode status = visit.api().get(WEBHOOK).orThrow();
        JsonNode deliveries = visit.api().get(place("deliveries")).orThrow();
        WebhookAdvice advice = new WebhookAdvice(status, deliveries);
        return DeskView.of(
                DeskSection.WEBHOOK,
                "Webhook",
                result,
                advice.html(),
                facts(status),
                isolated(status),
                controls(visit, advice),
                address(visit, status, partner.tag()),
                resync(visit, new PartnerScopes(partner.json())),
                secret(visit, status));
    }

    private static Html facts(JsonNode status) {
        return Shown.facts(
                JsonFacts.text("Endpoint", status.path(URL)),
                JsonFacts.time("In this state since", status.path("since")),
                JsonFacts.time("Failing since", status.path("failingSince")),
                JsonFacts.text("Last failure", status.path("lastFailure")),
                JsonFacts.time("Next attempt", status.path("backingOffUntil")),
                JsonFacts.time("Is suspended if it fails after", status.path("suspendsAt")),
                JsonFacts.time("Last success", status.path("lastSuccess")),
                Shown.fact(
                        "Variants due",
                        Html.text(Shown.number(status.path("due").asLong()))),
                JsonFacts.time("The oldest is due since", status.path("oldestDue")));
    }

    private static Html isolated(JsonNode status) {
        if (!status.has("isolated")) {
            return Html.nothing();
        }
        Table table = new Table("Refused records", "Barcode", "Company", "Location", "Since", "Attempts", "Outcome");
        status.path("isolatedRecords")
                .forEach(record -> table.row(
                        Tag.CODE.of(record.path(ResyncQuestion.BARCODE).asText()),
                        Html.text(record.path("companyId").asText()),
                        Html.text(record.path("locationId").asText()),
                        JsonFacts.time(record.path("since")),
                        Html.text(record.path("attempts").asText()),
                        Html.text(record.path("lastOutcome").asText())));
        return table.html();
    }

    private static Html controls(DeskVisit visit, WebhookAdvice advice) {
        return Tag.DIV
                .styled("controls")
                .of(
                        Tag.DIV.of(
                                visit.form(
                                        form("resume"),
                                        advice.isStopped() ? Forms.submit("Resume") : Forms.minorSubmit("Resume")),
                                Tag.P
                                        .styled("quiet")
                                        .of("Sends what is due at once; if it is suspended, after a ping.")),
                        Tag.DIV.of(
                                visit.form(form("ping"), Forms.minorSubmit("Ping")),
                                Tag.P.styled("quiet").of("Sends one signed message that changes nothing.")));
    }

    private static Html address(DeskVisit visit, JsonNode status, String tag) {
        return Tag.SECTION.of(
                Tag.H2.of("Your endpoint"),
                visit.form(
                        form("address"),
                        Forms.submit("Change"),
                        Forms.hidden(DeskVisit.TAG, tag),
                        Forms.longText(URL, "Address", status.path(URL).asText(), false, LONGEST_URL),
                        Forms.box(ENABLED, "Send messages", status.path(ENABLED).asBoolean())));
    }

    private static Html resync(DeskVisit visit, PartnerScopes scopes) {
        ResyncQuestion asked = ResyncQuestion.of(visit);
        return Tag.SECTION.of(
                Tag.H2.of("Resync"),
                Tag.P.of("Sends everything that is listed once more, after a question. Enter a company, one of its"
                        + " locations or one barcode there to have only that sent."),
                visit.form(
                        form("resync"),
                        Forms.minorSubmit("Resync …"),
                        scopes.fields(asked.company(), asked.location(), false),
                        Forms.text(ResyncQuestion.BARCODE, "Barcode", asked.barcode(), false)));
    }

    private static Html secret(DeskVisit visit, JsonNode status) {
        JsonNode overlap = status.path("previousSecretSignsUntil");
        return Tag.SECTION.of(
                Tag.H2.of("Secret"),
                overlap.isTextual()
                        ? Tag.P.of(
                                Html.text("The secret was changed. The previous one also signs until "),
                                JsonFacts.time(overlap),
                                Html.text("."))
                        : Html.nothing(),
                Tag.P.of("A new secret signs from then on. The previous one also signs for some time, so that you can"
                        + " change your endpoint meanwhile."),
                visit.form(form("rotate-secret"), Forms.minorSubmit("Make a new secret")));
    }
}
