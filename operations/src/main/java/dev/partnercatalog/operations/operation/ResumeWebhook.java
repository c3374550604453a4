package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.operations.webhooks.WebhookTable;
import dev.partnercatalog.operations.webhooks.Webhooks;
import java.util.List;

/** Resumes a webhook that was held or suspended. */
final class ResumeWebhook {

    static final Operation OPERATION = Operation.of(
                    "webhooks resume",
                    new Operation.Words(
                            "Resume a webhook that was held or suspended, and send removals that are held. A suspended webhook is"
                                    + " first probed with a ping; what it lacks follows once it has accepted that.",
                            "Prints the state that this results in.",
                            null),
                    List.of(Parameter.PARTNER),
                    ResumeWebhook::prepare)
            .with(Operation.Extra.REPORT);

    private ResumeWebhook() {}

    private static Operation.Task prepare(Given given, Means means) {
        String partnerId = given.text(Parameter.PARTNER);
        return new Operation.Task(partnerId, entry -> {
            Webhooks.Resumed resumed = means.webhooks().get().resume(partnerId);
            WebhookStatus status = resumed.status();
            entry.detail(status.state().words());
            Result result = Result.of(
                    "the webhook is " + status.state().words()
                            + (status.reason() == null ? "" : ": " + status.reason()),
                    WebhookTable.of(status));
            return resumed.applied()
                    ? result
                    : result.withHint("webhook-sink hasn't acted on it yet, so this is the state before: check it with"
                            + " './catalog webhooks status " + partnerId + "'");
        });
    }
}
