package dev.partnercatalog.schemas.topic;

/** The Kafka brokers didn't answer, or refused, while topics were being made or checked. */
public final class BrokerUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BrokerUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
