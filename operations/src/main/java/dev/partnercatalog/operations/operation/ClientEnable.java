package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.client.ClientAdministration;
import dev.partnercatalog.records.Client;
import java.util.List;

/** Gives a disabled client its access back. */
final class ClientEnable {

    static final Operation OPERATION = Operation.of(
            "client enable",
            new Operation.Words(
                    "Give a disabled client its access back, with the secret that it had. Tokens from before that haven't"
                            + " expired are valid again.",
                    "Prints the client as one JSON object.",
                    null),
            List.of(Parameter.CLIENT),
            ClientEnable::prepare);

    private ClientEnable() {}

    private static Operation.Task prepare(Given given, Means means) {
        String clientId = given.text(Parameter.CLIENT);
        ClientAdministration clients = means.clients().get();
        return new Operation.Task(clientId, entry -> {
            Client enabled = clients.enable(clientId);
            entry.target(ClientFacts.inWords(clientId, enabled.getPartnerId()));
            return Result.of("client " + clientId + " is enabled", ClientFacts.COLUMNS.facts(enabled));
        });
    }
}
