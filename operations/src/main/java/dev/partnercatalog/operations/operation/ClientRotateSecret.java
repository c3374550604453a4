package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.client.ClientAdministration;
import dev.partnercatalog.operations.client.ClientAdministration.Credentials;
import java.util.List;

/** Replaces a client's secret. */
final class ClientRotateSecret {

    static final Operation OPERATION = Operation.of(
            "client rotate-secret",
            new Operation.Words(
                    "Replace a client's secret; the old one stops working at once.",
                    "Prints one JSON object: clientId, clientSecret, partnerId. The secret is shown only this once.",
                    "The old secret stops working at once. The new one is shown once, on the page that follows."),
            List.of(Parameter.CLIENT),
            ClientRotateSecret::prepare);

    private ClientRotateSecret() {}

    private static Operation.Task prepare(Given given, Means means) {
        String clientId = given.text(Parameter.CLIENT);
        ClientAdministration clients = means.clients().get();
        return new Operation.Task(clientId, entry -> {
            Credentials rotated = clients.rotateSecret(clientId);
            entry.target(ClientFacts.inWords(clientId, rotated.partnerId()));
            return Result.of("the client has another secret", ClientFacts.of(rotated));
        });
    }
}
