package dev.partnercatalog.schemas.key;

/** A key, or an id in it, is invalid. The message names the value and the rule it breaks. */
public final class InvalidKeyException extends MalformedEventException {

    private static final long serialVersionUID = 1L;

    public InvalidKeyException(String message) {
        super(message);
    }
}
