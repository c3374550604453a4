package dev.partnercatalog.webhook.membership;

/** A membership that a test knows, without a group. */
public record KnownMembership(boolean holds) implements Membership {

    @Override
    public boolean isConfirmedSince(long nanoTime) {
        return holds;
    }
}
