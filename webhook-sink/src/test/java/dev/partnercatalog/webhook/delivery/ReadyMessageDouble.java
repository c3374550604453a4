package dev.partnercatalog.webhook.delivery;

import static java.util.Objects.requireNonNull;

/** A message that is ready, and what became of it. */
final class ReadyMessageDouble implements LaneTraffic.Ready {

    final Endpoints.AttemptSlot slot;
    boolean urgent = true;
    boolean outdated;
    boolean begun;
    boolean withheld;

    ReadyMessageDouble(Endpoints.AttemptSlot slot) {
        this.slot = slot;
    }

    @Override
    public Lane lane() {
        return requireNonNull(slot.lane());
    }

    @Override
    public boolean isUrgent() {
        return urgent;
    }

    @Override
    public boolean isOutdated() {
        return outdated;
    }

    @Override
    public void begin() {
        begun = true;
    }

    @Override
    public void withhold() {
        withheld = true;
    }
}
