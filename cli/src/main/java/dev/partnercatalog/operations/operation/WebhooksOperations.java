package dev.partnercatalog.operations.operation;

import static dev.partnercatalog.operations.operation.Parameter.PARTNER;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.operation.Operation.Extra;
import dev.partnercatalog.operations.operation.Operation.Task;
import dev.partnercatalog.operations.operation.Operation.Words;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.operations.webhooks.WebhookTable;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.records.AuthenticationPart;
import dev.partnercatalog.records.ConfigureAuthentication;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.credential.CredentialSeal;
import dev.partnercatalog.runtime.credential.CredentialSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

    /** What of a webhook's authentication can be removed. */
    private static final Map<Parameter, AuthenticationPart> PARTS = new LinkedHashMap<>();

    static {
        PARTS.put(Parameter.flag("ed25519", "The v1a signatures."), AuthenticationPart.ED25519);
        PARTS.put(Parameter.flag("headers", "All headers."), AuthenticationPart.HEADERS);
        PARTS.put(Parameter.flag("oauth2", "The OAuth 2.0 client."), AuthenticationPart.OAUTH2);
        PARTS.put(Parameter.flag("certificate", "The client certificate."), AuthenticationPart.CLIENT_CERTIFICATE);
    }

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
                            new Words(
                                    "Remove the settings given by the options; without options, all of them.",
                                    "",
                                    null),
                            clearing(),
                            WebhooksOperations::clear)
                    .with(Extra.COMMAND_ONLY),
            Operation.of(
                            "webhooks authentication rotate-key",
                            new Words(
                                    "Create a new key for the partner's v1a signatures.",
                                    "Until the overlap configured for webhook-sink ends, the previous key also signs.",
                                    null),
                            List.of(PARTNER),
                            (given, means) -> configure(given, means, List.of(), true))
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

    private static List<Parameter> clearing() {
        List<Parameter> parameters = new ArrayList<>(List.of(PARTNER));
        parameters.addAll(PARTS.keySet());
        return parameters;
    }

    private static Task clear(Given given, Means means) {
        boolean all = PARTS.keySet().stream().noneMatch(given::isOn);
        return configure(
                given,
                means,
                PARTS.entrySet().stream()
                        .filter(part -> all || given.isOn(part.getKey()))
                        .map(Map.Entry::getValue)
                        .toList(),
                false);
    }

    private static Task configure(Given given, Means means, List<AuthenticationPart> dropped, boolean newKey) {
        String partnerId = given.text(PARTNER);
        return new Task(partnerId, entry -> {
            if (!dropped.isEmpty()) {
                entry.detail("cleared: " + dropped);
            }
            WebhookControl control = means.webhooks()
                    .configure(partnerId, new ConfigureAuthentication(dropped, CredentialSeal.nothing(), newKey));
            return Result.of("the webhook of partner " + partnerId + " authenticates itself in another way")
                    .with(authentication(partnerId, control));
        });
    }

    /** How a webhook authenticates itself, without the secrets. */
    public static Part.Facts authentication(String partnerId, WebhookControl control) {
        List<Part.Fact> facts = new ArrayList<>(List.of(Part.inJson("partnerId", Cell.text(partnerId))));
        CredentialSummary.of(control)
                .properties()
                .forEach(part -> facts.add(Part.inJson(part.getKey(), Cell.value(part.getValue()))));
        return new Part.Facts(facts);
    }
}
