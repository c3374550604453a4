package dev.partnercatalog.cli.client;

/**
 * A client's credentials, at the only moment that they exist in plain text.
 *
 * @param clientSecret never to be logged or stored
 */
public record Credentials(String clientId, String clientSecret, String partnerId) {

    @Override
    public String toString() {
        return "Credentials[clientId=" + clientId + ", clientSecret=hidden, partnerId=" + partnerId + "]";
    }
}
