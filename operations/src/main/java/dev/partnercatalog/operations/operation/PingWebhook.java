package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.records.WebhookAction;
import java.util.List;

/** Sends a message that changes nothing. */
final class PingWebhook {

    static final Operation OPERATION = Operation.of(
            "webhooks ping",
            new Operation.Words("Send one test message that changes nothing.", "", null),
            List.of(Parameter.PARTNER),
            PingWebhook::prepare);

    private PingWebhook() {}

    private static Operation.Task prepare(Given given, Means means) {
        String partnerId = given.text(Parameter.PARTNER);
        return new Operation.Task(partnerId, entry -> {
            Webhooks webhooks = means.webhooks().get();
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
}
