package dev.partnercatalog.schemas.registry;

/**
 * The registry gave no usable response in time. This says nothing about the record being processed; retrying later may
 * help.
 */
public final class RegistryUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public RegistryUnavailableException(String message) {
        super(message);
    }

    public RegistryUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
