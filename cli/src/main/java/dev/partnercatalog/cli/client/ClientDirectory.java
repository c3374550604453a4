package dev.partnercatalog.cli.client;

import dev.partnercatalog.records.Client;
import java.util.Map;

/** Where the API clients are kept. */
interface ClientDirectory {

    /** Every client as of now, by its id. */
    Map<String, Client> all();

    /** Which of a partner's webhook secrets signs now; 0 until it is rotated. */
    int webhookSecretGeneration(String partnerId);

    /** Stores a client under its id; when it returns, the client is durable. */
    void put(Client client);
}
