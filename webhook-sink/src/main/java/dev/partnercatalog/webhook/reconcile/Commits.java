package dev.partnercatalog.webhook.reconcile;

/** When a task commits. For the task's own thread alone. */
public interface Commits {

    /** Whether the last one is long enough ago. */
    boolean mayBeAsked();

    /** Asks for one soon. */
    void ask();
}
