package dev.partnercatalog.streams.quarantine;

/**
 * The record being processed can't be accepted. It is set aside, and the next one follows. To be thrown before anything
 * is stored or forwarded because of the record: what was done before is not undone.
 */
public class RejectedRecordException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param reason in words for the publisher: which value, why, and what to do */
    public RejectedRecordException(String reason) {
        super(reason, null, false, false);
    }
}
