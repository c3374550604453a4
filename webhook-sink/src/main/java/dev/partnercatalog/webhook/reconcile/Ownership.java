package dev.partnercatalog.webhook.reconcile;

/** Whether a task's partition is its own to send from, or may be another instance's by now. Thread-safe. */
public interface Ownership {

    /** Of a task that has no others beside it. */
    Ownership SOLE = new Ownership() {
        @Override
        public boolean isConfirmed() {
            return true;
        }

        @Override
        public boolean holds() {
            return true;
        }
    };

    /** Whether the partition was this task's when it last formed batches, and still is; may ask others. */
    boolean isConfirmed();

    /** Whether nobody else can have the partition at this moment. Asks nobody. */
    boolean holds();
}
