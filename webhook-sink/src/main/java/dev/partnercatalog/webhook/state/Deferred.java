package dev.partnercatalog.webhook.state;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import org.jspecify.annotations.Nullable;

/**
 * That a variant, or a variant at all scopes of its company, waits by itself, whatever it changes to meanwhile: the
 * partner's cursor doesn't wait for it.
 *
 * @param kind what it waits for
 * @param since when it became due, in milliseconds since 1970
 * @param eventTime of the first event that made it due
 * @param isolated how it was sent alone before; null unless it is isolated
 */
public record Deferred(
        Kind kind,
        long since,
        PublicationTime eventTime,
        @Nullable Isolated isolated) {

    public enum Kind {
        /** The product that it shows. */
        AWAITS_PRODUCT,
        /** The time of its next attempt: its endpoint doesn't accept it, and it is sent alone (D26, D37). */
        ISOLATED,
        /** An operator: it is a removal, and removals are held. */
        HELD
    }

    /**
     * A record that its endpoint didn't accept.
     *
     * @param tries how often it was sent alone, or was to be
     * @param notBefore when it may be tried again, in milliseconds since 1970
     * @param since when a record of the variant was first isolated, in milliseconds since 1970
     * @param content hash of the record, {@link Hash#NONE} for its removal
     * @param endpoint version of the endpoint that didn't accept it
     * @param time of its message; 0 if it was sent before the task began: what was accepted since isn't known for sure
     * @param outcome the outcome of the last attempt, as text; contains nothing that was sent or answered
     */
    public record Isolated(
            int tries,
            long notBefore,
            long since,
            Hash content,
            long endpoint,
            @JsonIgnore long time,
            String outcome) {

        private static final int MOST_LETTERS = 200;

        public Isolated {
            outcome = outcome.length() > MOST_LETTERS ? outcome.substring(0, MOST_LETTERS) : outcome;
        }
    }
}
