package dev.partnercatalog.schemas.topic;

/** The Kafka brokers didn't respond, or refused a request, while topics were being created or checked. */
public final class BrokerUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BrokerUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
