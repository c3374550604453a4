package dev.partnercatalog.schemas.registry;

import org.apache.kafka.common.errors.SerializationException;

/** The bytes of a record are at fault: reading them again can't help. */
public final class UnreadableRecordException extends SerializationException {

    private static final long serialVersionUID = 1L;

    public UnreadableRecordException(String message) {
        super(message);
    }

    public UnreadableRecordException(String message, Throwable cause) {
        super(message, cause);
    }
}
