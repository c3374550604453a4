package dev.partnercatalog.operations.operation;

import static dev.partnercatalog.operations.operation.Parameter.PARTNER;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.operation.Operation.Extra;
import dev.partnercatalog.operations.operation.Operation.Task;
import dev.partnercatalog.operations.operation.Operation.Words;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.operations.webhooks.WebhookTable;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.records.WebhookControl;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Partners' webhooks. */
public final class WebhooksOperations {

    private static final Parameter COMPANY =
            Parameter.optional("company", "ID", Parameter.Form.ID, "Only this company.");
    private static final Parameter LOCATION = Parameter.optional(
            "location",
            "ID",
            Parameter.Form.ID,
            "Only this location of the company; the company's id for company scope.");
    private static final Parameter BARCODE =
            Parameter.optional("barcode", "BARCODE", Parameter.Form.BARCODE, "Only this variant of the location.");

    public static final Operation RESYNC = Operation.of(
            "webhooks resync",
            new Words(
                    "Send everything to a partner again, or a part of it. Changes that arrive meanwhile are sent first.",
                    "",
                    null),
            List.of(PARTNER, COMPANY, LOCATION, BARCODE),
            WebhooksOperations::resync);

    private static final ObjectMapper NAMES = new ObjectMapper();

    static final List<Operation> ALL = List.of(
            Operation.of(
                            "webhooks resume",
                            new Words(
                                    "Resume a webhook that was held or suspended, and send removals that are held. A"
                                            + " suspended webhook is first probed with a ping; what it lacks follows"
                                            + " once it has accepted that.",
                                    "Prints the state that this results in.",
                                    null),
                            List.of(PARTNER),
                            WebhooksOperations::resume)
                    .with(Extra.REPORT),
            Operation.of(
                    "webhooks ping",
                    new Words("Send one test message that changes nothing.", "", null),
                    List.of(PARTNER),
                    WebhooksOperations::ping),
            Operation.of(
                    "webhooks suspend",
                    new Words(
                            "Hold a webhook: nothing is sent to the partner. Nothing is lost, and 'webhooks resume'"
                                    + " resumes it.",
                            "",
                            "Nothing is sent until it is resumed, and the partner can't resume it."),
                    List.of(PARTNER),
                    WebhooksOperations::suspend),
            RESYNC,
            Operation.of(
                            "webhooks authentication clear",
                            new Words("Remove all headers.", "", null),
                            List.of(PARTNER),
                            WebhooksOperations::clear)
                    .with(Extra.COMMAND_ONLY));

    private WebhooksOperations() {}

    private static Task resume(Given given, Means means) {
        String partnerId = given.text(PARTNER);
        return new Task(partnerId, entry -> {
            Webhooks.Resumed resumed = means.webhooks().resume(partnerId);
            WebhookStatus status = resumed.status();
            entry.detail(status.state().words());
            Result result = Result.of("the webhook is " + status.state().words()
                            + (status.reason() == null ? "" : ": " + status.reason()))
                    .with(WebhookTable.of(status));
            return resumed.applied()
                    ? result
                    : result.withHint("webhook-sink hasn't acted on it yet, so this is the state before: check it with"
                            + " './catalog webhooks status " + partnerId + "'");
        });
    }

    private static Task ping(Given given, Means means) {
        String partnerId = given.text(PARTNER);
        return new Task(partnerId, entry -> {
            Webhooks webhooks = means.webhooks();
            webhooks.control(partnerId, WebhookAction.PING);
            WebhookStatus status = webhooks.status(partnerId::equals).statuses().stream()
                    .findFirst()
                    .orElseThrow(() -> new OperatorFault("partner " + partnerId + " was removed meanwhile"));
            String words = status.state() == WebhookStatus.State.NO_CLIENT
                    ? "nothing is sent: " + status.reason()
                    : "a ping is on its way; its outcome will appear among the deliveries";
            entry.detail(words);
            return Result.of(words);
        });
    }

    private static Task suspend(Given given, Means means) {
        String partnerId = given.text(PARTNER);
        return new Task(partnerId, entry -> {
            means.webhooks().control(partnerId, WebhookAction.SUSPEND);
            return Result.of("the webhook of partner " + partnerId + " is held")
                    .withHint("resume it with './catalog webhooks resume " + partnerId + "'");
        });
    }

    /** The part to send again; null for everything. */
    public static @Nullable ResyncScope scope(Given given) {
        given.requireWith(LOCATION, COMPANY);
        given.requireWith(BARCODE, LOCATION);
        Long company = given.number(COMPANY);
        return company == null ? null : new ResyncScope(company, given.number(LOCATION), given.orNull(BARCODE));
    }

    private static Task resync(Given given, Means means) {
        String partnerId = given.text(PARTNER);
        ResyncScope scope = scope(given);
        return new Task(Webhooks.resyncInWords(partnerId, scope), entry -> {
            means.webhooks().resync(partnerId, scope);
            return Result.of("the resync of partner " + partnerId + " was requested")
                    .withHint("see how much is left with './catalog webhooks status " + partnerId + "'");
        });
    }

    private static Task clear(Given given, Means means) {
        String partnerId = given.text(PARTNER);
        return new Task(partnerId, entry -> {
            WebhookControl control = means.webhooks().setHeaders(partnerId, List.of());
            return Result.of("messages to partner " + partnerId + " carry no headers but our own")
                    .with(authentication(partnerId, control));
        });
    }

    /** The names of the headers that a webhook's endpoint requires. */
    public static Part.Facts authentication(String partnerId, WebhookControl control) {
        return new Part.Facts(List.of(
                Part.inJson("partnerId", Cell.text(partnerId)),
                Part.inJson(
                        "headers",
                        Cell.value(NAMES.valueToTree(control.getHeaders().stream()
                                .map(header -> Map.of("name", header.getName()))
                                .toList())))));
    }
}
