package dev.partnercatalog.runtime.store;

import org.apache.kafka.streams.errors.ProcessorStateException;

/** A store on the disk is damaged. It is discarded when it is closed, and made anew when it is opened again. */
public final class DamagedStoreException extends ProcessorStateException {

    DamagedStoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
