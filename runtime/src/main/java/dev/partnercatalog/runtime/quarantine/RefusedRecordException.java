package dev.partnercatalog.runtime.quarantine;

/**
 * A processor refuses the record in hand: it is set aside as a dead letter, and the next one is processed. Thrown before
 * the processor has changed a store or forwarded anything. The message says which value, why, and what to do.
 */
public final class RefusedRecordException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public RefusedRecordException(String reason) {
        super(reason, null, false, false);
    }
}
