package dev.partnercatalog.schemas.topic;

/** A topic exists with settings under which the system would lose or misplace records. The message tells the mend. */
public final class WrongTopicException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public WrongTopicException(String message) {
        super(message);
    }
}
