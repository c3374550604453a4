package dev.partnercatalog.webhook.reconcile;

/** When a task commits. Confined to the task's thread. */
public interface Commits {

    /** Whether the last commit is long enough ago. */
    boolean mayBeAsked();

    /** Requests a commit soon. */
    void ask();
}
