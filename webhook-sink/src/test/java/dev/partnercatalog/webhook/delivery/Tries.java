package dev.partnercatalog.webhook.delivery;

import org.jspecify.annotations.Nullable;

/** Attempts that may be made at once, as {@link HttpDelivery} would start them. */
final class Tries {

    private static final class Message implements ReadyMessage {

        private final Lane lane;
        private boolean begun;

        Message(Lane lane) {
            this.lane = lane;
        }

        @Override
        public Lane lane() {
            return lane;
        }

        @Override
        public boolean isOutdated() {
            return false;
        }

        @Override
        public void begin() {
            begun = true;
        }

        @Override
        public void withhold() {}
    }

    private Tries() {}

    /** The slot of a started attempt, null if none may start now. */
    static Endpoints.@Nullable AttemptSlot begin(Endpoints endpoints, Endpoint endpoint, Lane lane) {
        return begin(endpoints, endpoint, lane, "the only one");
    }

    static Endpoints.@Nullable AttemptSlot begin(Endpoints endpoints, Endpoint endpoint, Lane lane, Object asker) {
        Endpoints.AttemptSlot slot = endpoints.tryAcquire(endpoint, lane, asker);
        if (slot == null) {
            return null;
        }
        Message message = new Message(lane);
        endpoints.offer(slot, message);
        if (!message.begun) {
            endpoints.takeBack(slot, message);
            endpoints.released(slot);
            return null;
        }
        return slot;
    }
}
