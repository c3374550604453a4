package dev.partnercatalog.schemas.topic;

/** A topic exists with settings that would make the system lose or misplace records. The message says how to fix it. */
public final class WrongTopicException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public WrongTopicException(String message) {
        super(message);
    }
}
