package dev.partnercatalog.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.records.Client;

/** What the commands print: one JSON object a line, for people and programs alike. */
final class JsonOutput {

    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonOutput() {}

    static ObjectNode of(ClientAdministration.Credentials credentials) {
        return JSON.createObjectNode()
                .put("clientId", credentials.clientId())
                .put("clientSecret", credentials.clientSecret())
                .put("partnerId", credentials.partnerId());
    }

    static ObjectNode of(Client client) {
        return JSON.createObjectNode()
                .put("clientId", client.getClientId())
                .put("partnerId", client.getPartnerId())
                .put("enabled", client.getEnabled())
                .put("createdAt", client.getCreatedAt().toString());
    }

    static String line(ObjectNode object) {
        try {
            return JSON.writeValueAsString(object);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of texts is always JSON", e);
        }
    }
}
