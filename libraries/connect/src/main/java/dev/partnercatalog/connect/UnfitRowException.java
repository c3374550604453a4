package dev.partnercatalog.connect;

/** A row from which no event can be made. The message tells the owner of the table why. */
final class UnfitRowException extends Exception {

    private static final long serialVersionUID = 1L;

    UnfitRowException(String message) {
        super(message);
    }
}
