package dev.partnercatalog.cli.client;

/** A client's credentials, at the only moment that they exist in plain text: never to be logged or stored. */
public record Credentials(String clientId, String clientSecret, String partnerId) {

    @Override
    public String toString() {
        return "Credentials[clientId=" + clientId + ", clientSecret=hidden, partnerId=" + partnerId + "]";
    }
}
