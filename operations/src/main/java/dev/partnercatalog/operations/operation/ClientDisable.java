package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.client.ClientAdministration;
import dev.partnercatalog.records.Client;
import java.util.List;

/** Takes a client's access away. */
final class ClientDisable {

    static final Operation OPERATION = Operation.of(
            "client disable",
            new Operation.Words(
                    "Remove a client's access, until 'client enable' gives it back.",
                    "Prints the client as one JSON object.",
                    "Its tokens stop working within seconds, and its engineers are signed out of the desk."),
            List.of(Parameter.CLIENT),
            ClientDisable::prepare);

    private ClientDisable() {}

    private static Operation.Task prepare(Given given, Means means) {
        String clientId = given.text(Parameter.CLIENT);
        ClientAdministration clients = means.clients().get();
        return new Operation.Task(clientId, entry -> {
            Client disabled = clients.disable(clientId);
            entry.target(ClientFacts.inWords(clientId, disabled.getPartnerId()));
            return Result.of("client " + clientId + " is disabled", ClientFacts.COLUMNS.facts(disabled));
        });
    }
}
