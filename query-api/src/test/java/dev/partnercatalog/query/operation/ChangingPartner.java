package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A partner that reads its configuration, changes something, and sends it back. */
final class ChangingPartner implements AutoCloseable {

    static final String PATH = "/v1/partner";

    final ApiHarness api = new ApiHarness();

    ChangingPartner() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("1", "11", "12"));
    }

    ApiAnswer get() {
        return api.get(PATH);
    }

    /** What GET returns, to be changed and sent back. */
    ObjectNode configuration() {
        return (ObjectNode) get().json();
    }

    String withWebhook(boolean enabled, String url) {
        ObjectNode body = configuration();
        body.putObject("webhook").put("enabled", enabled).put("url", url);
        return body.toString();
    }

    ApiAnswer put(String body, String... headers) {
        return api.put(PATH, body, headers);
    }

    /** Sends back what GET returned. */
    ApiAnswer putUnchanged(String... headers) {
        return put(configuration().toString(), headers);
    }

    @Override
    public void close() {
        api.close();
    }
}
