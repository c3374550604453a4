package dev.partnercatalog.webhook.membership;

import dev.partnercatalog.webhook.membership.Memberships.Membership;

/** A membership that a test knows, without a group. */
public record KnownMembership(boolean holds) implements Membership {

    @Override
    public boolean isConfirmed() {
        return holds;
    }
}
