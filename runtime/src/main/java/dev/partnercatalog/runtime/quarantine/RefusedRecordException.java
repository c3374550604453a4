package dev.partnercatalog.runtime.quarantine;

/**
 * The record in hand can't be taken. It is set aside and the next one follows. Thrown before anything was stored or
 * forwarded because of the record: what was done by then stays done.
 */
public class RefusedRecordException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param reason in words for the publisher: which value, why, and what to do */
    public RefusedRecordException(String reason) {
        super(reason, null, false, false);
    }
}
