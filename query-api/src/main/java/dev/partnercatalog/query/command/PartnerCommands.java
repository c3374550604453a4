package dev.partnercatalog.query.command;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.http.HttpProblem;
import org.jspecify.annotations.Nullable;

/** Carries out changes of partners. Thread-safe. */
@FunctionalInterface
public interface PartnerCommands {

    /**
     * Carries out a change, and returns when it is durable and visible in this instance's own tables.
     *
     * @return the configuration that it made, even if another change followed at once
     * @throws HttpProblem the refusal, or 503 if the outcome isn't known in time: the change may nevertheless have been made,
     *     or may still be
     */
    PartnerConfig carryOut(String partnerId, Kind kind, Change change);

    /** What a request makes of a configuration. */
    @FunctionalInterface
    interface Change {

        /**
         * The state after the change; asked again if another change came first.
         *
         * @param before null if the partner has no configuration
         * @throws HttpProblem if the change is refused
         */
        State after(@Nullable PartnerConfig before);
    }

    /** What a change sets. */
    record State(Partner partner, WebhookControl control) {}

    /** What a client is told whose change isn't confirmed in time. */
    enum Kind {
        CHANGE(
                "The change was not confirmed in time: it may have been made, or may still be made.",
                "Check whether it was made, or send the same request again."),
        PING(
                "The ping was not confirmed in time: it may have been sent, or may still be sent.",
                "Check whether it arrived, or send the same request again: another ping does no harm."),
        ROTATION(
                "The rotation was not confirmed in time: the secret may have been replaced, or may yet be.",
                "Send the same request again, and use the secret in its answer at once: the one that you have may"
                        + " no longer sign then.");

        private final String message;
        private final String suggestion;

        Kind(String message, String suggestion) {
            this.message = message;
            this.suggestion = suggestion;
        }

        HttpProblem notConfirmed() {
            return HttpProblem.unavailable(message, suggestion);
        }
    }

    /** The changes that any instance has confirmed (D18). Thread-safe. */
    @FunctionalInterface
    interface ConfirmedChanges {

        /**
         * Waits until this instance's table shows everything that any instance has confirmed for a partner so far.
         *
         * @return false if the brokers don't say what that is: what is known here is then the best available
         * @throws dev.partnercatalog.runtime.http.HttpProblem 503 if that takes too long
         */
        boolean await(String partnerId);
    }
}
