package dev.partnercatalog.schemas.registry;

import org.apache.kafka.common.errors.SerializationException;

/** A record's bytes are at fault: reading them again can't help. */
public final class UnreadableRecordException extends SerializationException {

    private static final long serialVersionUID = 1L;

    public UnreadableRecordException(String message) {
        super(message);
    }

    public UnreadableRecordException(String message, Throwable cause) {
        super(message, cause);
    }
}
