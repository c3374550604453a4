package dev.partnercatalog.runtime.quarantine;

/** The record has failed so often that it isn't tried again. */
final class RepeatedFailureException extends RejectedRecordException {

    private static final long serialVersionUID = 1L;

    RepeatedFailureException(Failures failures) {
        super("processing it failed " + failures.count() + " times, the last time because " + failures.reason());
    }
}
