package dev.partnercatalog.query.desk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import java.util.LinkedHashMap;
import java.util.Map;

/** The latest deliveries, and one of them with its attempts. */
final class DeliveriesDesk {

    private static final String OUTCOME = "outcome";
    private static final String PATH = "/desk/deliveries";

    void addTo(DeskRoutes desk) {
        desk.get(PATH, DeliveriesDesk::list);
        desk.get(PATH + "/{id}", DeliveriesDesk::delivery);
    }

    private static DeskView list(DeskVisit visit) {
        String wanted = visit.query(OUTCOME);
        Table table = new Table(
                "Deliveries, newest first", "Time", "Outcome", "Status", "Took (ms)", "Records", "Message", "Error");
        visit.api()
                .get(Place.of("v1", "partner", "webhook", "deliveries"))
                .orThrow()
                .path("deliveries")
                .forEach(attempt -> {
                    if (wanted.isEmpty() || attempt.path(OUTCOME).asText().equals(wanted)) {
                        table.row(
                                JsonFacts.time(attempt.path("time")),
                                outcome(attempt),
                                status(attempt),
                                Html.text(
                                        Shown.number(attempt.path("durationMs").asLong())),
                                Html.text(records(attempt)),
                                link(attempt.path("id").asText()),
                                Shown.orNone(attempt.path("error").textValue()));
                    }
                });
        return DeskView.of(
                DeskSection.DELIVERIES,
                "Deliveries",
                Tag.P.of("The latest 100 attempts to deliver to your endpoint, as far as they are of the last day."),
                Forms.find(
                        DeskSection.DELIVERIES.place(), "Show", Forms.choice(OUTCOME, "Outcome", wanted, outcomes())),
                table.orWhereEmpty("There are none."));
    }

    private static Map<String, String> outcomes() {
        Map<String, String> outcomes = new LinkedHashMap<>();
        outcomes.put("", "All");
        outcomes.put("accepted", "Accepted");
        outcomes.put("refused", "Refused, because of the content");
        outcomes.put("failed", "Failed");
        return outcomes;
    }

    private static Html link(String id) {
        return id.isEmpty()
                ? Shown.none()
                : Tag.A.to(Place.of("desk", "deliveries", id)).of(Tag.CODE.of(id));
    }

    private static Html status(JsonNode attempt) {
        return attempt.has("status") ? Html.text(attempt.path("status").asText()) : Shown.none();
    }

    private static Html outcome(JsonNode attempt) {
        String outcome = attempt.path(OUTCOME).asText();
        return Shown.badge(
                switch (outcome) {
                    case "accepted" -> Shown.Mood.GOOD;
                    case "refused" -> Shown.Mood.WARNING;
                    default -> Shown.Mood.BAD;
                },
                outcome);
    }

    private static String records(JsonNode attempt) {
        if (attempt.path("type").asText().equals("webhook.ping")) {
            return "ping";
        }
        long removed = attempt.path("removed").asLong();
        return attempt.path("records").asText() + (removed == 0 ? "" : ", " + removed + " removed");
    }

    private static DeskView delivery(DeskVisit visit) {
        String id = visit.path("id");
        JsonNode delivery = visit.api()
                .get(Place.of("v1", "partner", "webhook", "deliveries", id))
                .orThrow();
        Html attempts = Html.nothing();
        for (JsonNode each : delivery.path("attempts")) {
            attempts = Html.of(attempts, attempt(each));
        }
        return DeskView.of(
                DeskSection.DELIVERIES,
                "Delivery " + id,
                attempts,
                Tag.P.of(Tag.A.to(DeskSection.DELIVERIES.place()).of("All deliveries")));
    }

    private static Html attempt(JsonNode attempt) {
        return Tag.SECTION.of(
                Tag.H2.of(Html.text("Attempt at "), JsonFacts.time(attempt.path("time"))),
                Tag.P.of(outcome(attempt)),
                Shown.facts(
                        JsonFacts.text("Status", attempt.path("status")),
                        JsonFacts.text("Error", attempt.path("error")),
                        Shown.fact(
                                "Took",
                                Html.text(
                                        Shown.number(attempt.path("durationMs").asLong()) + " ms")),
                        Shown.fact("Records", Html.text(records(attempt))),
                        JsonFacts.text("Response", attempt.path("response"))));
    }
}
