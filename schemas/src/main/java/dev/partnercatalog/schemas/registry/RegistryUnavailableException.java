package dev.partnercatalog.schemas.registry;

/** The registry gave no usable answer in time. Says nothing about the record in hand; trying again later can help. */
public final class RegistryUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public RegistryUnavailableException(String message) {
        super(message);
    }

    public RegistryUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
