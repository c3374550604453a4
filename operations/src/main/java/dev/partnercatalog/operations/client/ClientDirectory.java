package dev.partnercatalog.operations.client;

import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.records.Client;

/** Stores the API clients. */
interface ClientDirectory {

    /** Every current client, by id. */
    TableContents<Client> contents();

    /**
     * The generation of a partner's webhook secret that signs now; 0 until it is rotated.
     *
     * @throws dev.partnercatalog.operations.OperatorFault if the partner's configuration can't be read
     */
    int webhookSecretGeneration(String partnerId);

    /** Stores a client under its id; when it returns, the client is durable. */
    void put(Client client);
}
