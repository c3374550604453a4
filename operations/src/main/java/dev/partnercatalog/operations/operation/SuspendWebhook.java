package dev.partnercatalog.operations.operation;

import dev.partnercatalog.records.WebhookAction;
import java.util.List;

/** Holds a webhook until it is resumed. */
final class SuspendWebhook {

    static final Operation OPERATION = Operation.of(
            "webhooks suspend",
            new Operation.Words(
                    "Hold a webhook: nothing is sent to the partner. Nothing is lost, and 'webhooks resume' resumes it.",
                    "",
                    "Nothing is sent until it is resumed, and the partner can't resume it."),
            List.of(Parameter.PARTNER),
            SuspendWebhook::prepare);

    private SuspendWebhook() {}

    private static Operation.Task prepare(Given given, Means means) {
        String partnerId = given.text(Parameter.PARTNER);
        return new Operation.Task(partnerId, entry -> {
            means.webhooks().get().control(partnerId, WebhookAction.SUSPEND);
            return Result.of("the webhook of partner " + partnerId + " is held")
                    .withHint("resume it with './catalog webhooks resume " + partnerId + "'");
        });
    }
}
