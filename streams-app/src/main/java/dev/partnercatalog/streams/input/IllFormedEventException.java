package dev.partnercatalog.streams.input;

/** An input record is ill formed. The message tells the team that published it which value, and why. */
final class IllFormedEventException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    IllFormedEventException(String message) {
        super(message);
    }
}
