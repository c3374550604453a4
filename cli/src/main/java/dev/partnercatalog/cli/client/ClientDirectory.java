package dev.partnercatalog.cli.client;

import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.records.Client;

/** Where the API clients are kept. */
interface ClientDirectory {

    /** Every client as of now, by its id. */
    TableContents<Client> contents();

    /**
     * Which of a partner's webhook secrets signs now; 0 until it is rotated.
     *
     * @throws dev.partnercatalog.operations.OperatorFault where the partner's configuration can't be read
     */
    int webhookSecretGeneration(String partnerId);

    /** Stores a client under its id; when it returns, the client is durable. */
    void put(Client client);
}
