package dev.partnercatalog.query.desk;

import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.query.command.PartnerCommands;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.PatchPartner;
import java.util.UUID;

/**
 * Has each link used once, at whichever instance. The writer of partners, which is the only one, remembers for a day which keys
 * it has seen with a command; the command changes nothing, and its key is the link's. Thread-safe.
 */
final class UsedLinks {

    private static final String REQUEST = "sign in to the desk by a link";

    private final PartnerCommands commands;

    UsedLinks(PartnerCommands commands) {
        this.commands = commands;
    }

    /**
     * Whether this is the first use.
     *
     * @throws HttpProblem 503 if that can't be known now; the link may have been used up
     */
    boolean use(DeskLink link, Client client) {
        PartnerCommandResult result = commands.carryOut(new PartnerCommand(
                UUID.randomUUID().toString(),
                client.getPartnerId(),
                "desk link " + link.id(),
                REQUEST,
                null,
                PatchPartner.newBuilder().build()));
        if (result.getRefusal() != null) {
            throw HttpProblem.unavailable(
                    "The partner has no configuration yet, so there is nothing to see.",
                    "Ask the operator to publish one.");
        }
        return !result.getReplayed();
    }
}
