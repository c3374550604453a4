package dev.partnercatalog.query.desk;

import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Tag;
import java.util.Set;

/** The API refuses what a page asked for. This is an ordinary outcome, so it has no stack trace. */
final class ApiRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Nothing tells an id of another partner from one that doesn't exist. */
    private static final Set<String> NOT_YOURS = Set.of("COMPANY_NOT_ALLOWED", "LOCATION_NOT_ALLOWED", "NOT_FOUND");

    private final transient ApiReply reply;

    ApiRefusal(ApiReply reply) {
        super("the API responds with " + reply.status(), null, false, false);
        this.reply = reply;
    }

    /** The status of the page. */
    int status() {
        return isNotYours() ? 404 : reply.status();
    }

    /** Whether someone else has changed what was to be changed, since its form was loaded. */
    boolean isLate() {
        return reply.status() == 412;
    }

    boolean isNotYours() {
        return NOT_YOURS.contains(code());
    }

    private String code() {
        return reply.json().path("errorCode").asText();
    }

    /** What the API says, on a page that is about something else. */
    Html fault() {
        if (isLate()) {
            return Tag.P
                    .styled("fault")
                    .of("Someone else has changed this since you loaded the page: change it again as it is now.");
        }
        return Tag.DIV
                .styled("fault")
                .of(
                        Tag.P.of(reply.json()
                                .path("message")
                                .asText("The service responds with " + reply.status() + ".")),
                        Tag.P.of(reply.json().path("suggestion").asText()));
    }

    /** What the API says, instead of the page. */
    DeskView page() {
        if (code().equals("PARTNER_DISABLED")) {
            return DeskView.fault(
                    status(),
                    "Your account is off",
                    "Nothing is sent to your webhook, and you can't read the catalog.",
                    "Ask the operator: only the operator can switch it on.");
        }
        return new DeskView(null, isNotYours() ? "Not found" : "The service can't show this", status(), fault());
    }
}
