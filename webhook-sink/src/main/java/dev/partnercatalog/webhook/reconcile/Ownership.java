package dev.partnercatalog.webhook.reconcile;

/** Whether a task may send from its partition, or another instance may own it by now. Thread-safe. */
public interface Ownership {

    /** For a task without other instances. */
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

    /** Whether this task owned the partition when it last formed messages, and still does; may ask others. */
    boolean isConfirmed();

    /** Whether nobody else can own the partition at this moment. Makes no request. */
    boolean holds();
}
