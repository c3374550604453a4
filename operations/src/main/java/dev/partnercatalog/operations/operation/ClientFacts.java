package dev.partnercatalog.operations.operation;

import dev.partnercatalog.operations.client.ClientAdministration.Credentials;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.records.Client;

/** What is said of clients. */
public final class ClientFacts {

    public static final Columns<Client> COLUMNS = Columns.<Client>none()
            .with("clientId", "client", client -> Cell.text(client.getClientId()))
            .with("partnerId", "partner", client -> new Cell.Partner(client.getPartnerId()))
            .with("enabled", "enabled", client -> new Cell.Flag(client.getEnabled()))
            .with("createdAt", "created", client -> Cell.time(client.getCreatedAt()));

    private ClientFacts() {}

    static Part.Facts of(Credentials credentials) {
        return Part.Facts.of(
                Part.fact("clientId", "client id", new Cell.Code(credentials.clientId())),
                Part.fact(
                        "clientSecret",
                        "client secret, shown only this once",
                        new Cell.Code(credentials.clientSecret())),
                Part.inJson("partnerId", Cell.text(credentials.partnerId())));
    }

    /** Describes a client for the audit log. */
    static String inWords(String clientId, String partnerId) {
        return clientId + " of partner " + partnerId;
    }
}
