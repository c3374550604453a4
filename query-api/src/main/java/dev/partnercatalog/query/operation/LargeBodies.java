package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.runtime.http.limit.StreamSlots;
import org.jspecify.annotations.Nullable;

/**
 * Limits the memory for bodies that are larger than those of other operations (D34): a few may be in progress, one of
 * each partner, so that a slow sender holds up nobody else. Thread-safe.
 */
final class LargeBodies {

    private static final int MOST = 4;

    private final StreamSlots slots =
            new StreamSlots(MOST, 1, "large changes", "Send the next one when the first is answered.");

    /** For one request, whose body isn't known to be large yet. */
    Room room(Caller caller) {
        return new Room(caller.partnerId());
    }

    /** What one request may use until it is closed. Not thread-safe. */
    final class Room implements AutoCloseable {

        private final String partnerId;
        private StreamSlots.@Nullable Slot slot;

        private Room(String partnerId) {
            this.partnerId = partnerId;
        }

        /**
         * The body is large.
         *
         * @throws dev.partnercatalog.runtime.http.HttpProblem if there are too many already
         */
        void enter() {
            slot = slots.take(partnerId);
        }

        @Override
        public void close() {
            if (slot != null) {
                slot.close();
            }
        }
    }
}
