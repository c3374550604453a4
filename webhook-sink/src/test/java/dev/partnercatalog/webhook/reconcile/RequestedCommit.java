package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.reconcile.Reconciler.Commits;

/** A commit that the task may request at any time. */
final class RequestedCommit implements Commits {

    boolean requested;

    @Override
    public boolean mayBeAsked() {
        return true;
    }

    @Override
    public void ask() {
        requested = true;
    }
}
