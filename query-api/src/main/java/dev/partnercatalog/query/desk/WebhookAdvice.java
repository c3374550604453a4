package dev.partnercatalog.query.desk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * The state of a webhook in words, and what to do about it.
 *
 * @param status as {@code GET /v1/partner/webhook} shows it
 * @param deliveries as {@code GET /v1/partner/webhook/deliveries} shows them
 */
record WebhookAdvice(JsonNode status, JsonNode deliveries) {

    private static final String HEALTHY = "healthy";

    Html html() {
        return Html.of(
                Tag.P.of(Shown.badge(mood(), words())),
                Tag.P.of(
                        Html.text(advice() + " "),
                        isWell()
                                ? Html.nothing()
                                : Tag.A
                                        .to(Place.of("docs", "troubleshooting").at("nothing-arrives-at-my-endpoint"))
                                        .of("More about this")));
    }

    private boolean isWell() {
        return state().equals(HEALTHY) && isolated() == 0;
    }

    /** Whether a resume would do something. */
    boolean isStopped() {
        return state().equals("suspended") || state().equals("backing-off");
    }

    private String state() {
        return status.path("state").asText();
    }

    private long isolated() {
        return status.path("isolated").asLong();
    }

    private Shown.Mood mood() {
        return switch (state()) {
            case HEALTHY -> isolated() == 0 ? Shown.Mood.GOOD : Shown.Mood.WARNING;
            case "backing-off" -> Shown.Mood.WARNING;
            case "suspended" -> Shown.Mood.BAD;
            default -> Shown.Mood.QUIET;
        };
    }

    private String words() {
        return switch (state()) {
            case HEALTHY -> isolated() == 0 ? "Healthy" : "Healthy, but some records are refused";
            case "backing-off" -> "Your endpoint fails; we try again";
            case "suspended" -> "Suspended";
            case "disabled" -> "Off";
            default -> state();
        };
    }

    private String advice() {
        return switch (state()) {
            case HEALTHY -> healthy();
            case "backing-off" ->
                "Nothing is lost: what changes meanwhile is sent later. " + cause()
                        + "Correct the endpoint or its address, then resume: what is due is sent at once.";
            case "suspended" -> suspended();
            case "disabled" -> "Nothing is sent. Enter the address of your endpoint below, and switch the webhook on.";
            default -> "";
        };
    }

    private String healthy() {
        if (isolated() > 0) {
            return "You don't accept the records below, even alone. They hold up no others, and we keep trying."
                    + " See in Deliveries what your endpoint answers to them.";
        }
        return status.path("due").asLong() == 0
                ? "You have everything that is listed for you. If your copy lacks something, resync it."
                : "Messages are on their way to your endpoint. If you don't see them there, look behind your proxy.";
    }

    private String suspended() {
        String why = status.path("suspendedBecause").asText();
        if (why.equals("held by the operator")) {
            return "The operator holds it, and only the operator can release it. Nothing is lost.";
        }
        return "Nothing is sent, and nothing is lost. " + (why.isEmpty() ? "" : "The reason: " + why + ". ") + cause()
                + "Correct the endpoint or its address, then resume: we send a ping, and if you accept it, everything"
                + " that is due.";
    }

    /** What the latest failure suggests; with a space at its end. */
    private String cause() {
        Optional<JsonNode> failed = StreamSupport.stream(
                        deliveries.path("deliveries").spliterator(), false)
                .filter(attempt -> !attempt.path("outcome").asText().equals("accepted"))
                .findFirst();
        if (failed.isEmpty()) {
            return "";
        }
        int answer = failed.get().path("status").asInt();
        return switch (answer) {
            case 0 -> "We get no response: " + failed.get().path("error").asText("unknown") + ". ";
            case 301, 302, 303, 307, 308 ->
                "Your endpoint redirects (" + answer + "), which we don't follow: enter the final address. ";
            case 401, 403 ->
                "Your endpoint, or a firewall in front of it, doesn't let us in (" + answer
                        + "): it may need one of the options for authentication. ";
            case 404, 405 -> "There is nothing for us at this address (" + answer + "): check its path. ";
            case 410 -> "Your endpoint answered 410, which asks us to stop. ";
            default -> "Your endpoint answered " + answer + ": see its log. ";
        };
    }
}
