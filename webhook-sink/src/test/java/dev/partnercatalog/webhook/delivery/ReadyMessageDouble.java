package dev.partnercatalog.webhook.delivery;

/** A message that is ready, and what became of it. */
final class ReadyMessageDouble implements ReadyMessage {

    final Endpoints.AttemptSlot slot;
    boolean outdated;
    boolean begun;
    boolean withheld;

    ReadyMessageDouble(Endpoints.AttemptSlot slot) {
        this.slot = slot;
    }

    @Override
    public Priority priority() {
        return slot.priority();
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
