package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.client.ClientAdministration;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.util.List;

/** Creates a client. */
final class ClientCreate {

    private static final Parameter ID = new Parameter(
            "client-id",
            "ID",
            Parameter.Form.NAME,
            Parameter.Use.OPTIONAL,
            "1 to 64 characters from A-Z, a-z, 0-9, '_' and '-'; random by default.");

    static final Operation OPERATION = Operation.of(
                    "client create",
                    new Operation.Words(
                            "Create an API client for a partner, which need not exist yet.",
                            "Prints one JSON object: clientId, clientSecret, partnerId, webhookSecret. The client's secret is"
                                    + " shown only this once; the webhook secret belongs to the partner and is the same for each"
                                    + " of its clients.",
                            "Its secret is shown once, on the page that follows."),
                    List.of(Parameter.OF_PARTNER, ID),
                    ClientCreate::prepare)
            .with(Operation.Extra.MASTER_KEY);

    private ClientCreate() {}

    private static Operation.Task prepare(Given given, Means means) {
        String partnerId = given.text(Parameter.OF_PARTNER);
        String clientId = given.orNull(ID);
        // The key comes first, so that no client is created whose webhook secret can't be printed.
        MasterKey key = means.masterKey().get();
        ClientAdministration clients = means.clients().get();
        int generation = key == null ? 0 : clients.webhookSecretGeneration(partnerId);
        return new Operation.Task((clientId == null ? "" : clientId + " ") + "of partner " + partnerId, entry -> {
            ClientAdministration.Credentials created = clients.create(partnerId, clientId);
            entry.target(ClientFacts.inWords(created.clientId(), partnerId));
            Part.Facts facts = ClientFacts.of(created);
            return Result.of(
                    "the client is created",
                    key == null
                            ? facts
                            : facts.and(Part.Facts.of(Part.inJson(
                                    "webhookSecret", Cell.text(key.webhookSecret(partnerId, generation))))));
        });
    }
}
