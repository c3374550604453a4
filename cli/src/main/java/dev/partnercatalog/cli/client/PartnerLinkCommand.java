package dev.partnercatalog.cli.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.partnercatalog.cli.audit.AuditOptions;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.HttpUrl;
import dev.partnercatalog.cli.connection.MasterKeyOption;
import dev.partnercatalog.cli.connection.Range;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.client.ClientAdministration;
import dev.partnercatalog.query.desk.DeskLink;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog partner link}. */
@Command(
        name = "link",
        description = {
            "Make a link by which an engineer of a partner signs in to the desk once, without the client's secret.",
            "Prints one JSON object: partnerId, clientId, link, validUntil. Send the link as you would send a secret."
        })
final class PartnerLinkCommand implements Callable<Integer> {

    private static final int MOST_MINUTES = 24 * 60;

    private final Function<ConnectionOptions, ClientAdministration> connector;
    private final BiFunction<MasterKeyOption, ConnectionOptions, MasterKey> keys;
    private final Clock clock;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "PARTNER", converter = NameConverter.class, description = "The partner's id.")
    private String partnerId = "";

    @Option(
            names = "--client-id",
            paramLabel = "ID",
            converter = NameConverter.class,
            description = "The client to sign in as; needed only if the partner has several. The session ends with the"
                    + " client and with its secret.")
    private @Nullable String clientId;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "15",
            description = "How long the link is valid; default ${DEFAULT-VALUE}.")
    @Range(min = 1, max = MOST_MINUTES)
    private int minutes;

    @Option(
            names = "--base-url",
            paramLabel = "URL",
            converter = HttpUrl.class,
            defaultValue = "${env:CATALOG_BASE_URL:-http://127.0.0.1:8080}",
            description = {"The API's address as partners see it.", "$CATALOG_BASE_URL, default ${DEFAULT-VALUE}"})
    private URI baseUrl = URI.create("");

    @Mixin
    private MasterKeyOption masterKey = new MasterKeyOption();

    @Mixin
    private AuditOptions audit;

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    PartnerLinkCommand() {
        this(ClientCommand::connect, MasterKeyOption::load, new AuditOptions(), Clock.systemUTC());
    }

    /** @param keys reads the master key, and compares it with the catalog's */
    PartnerLinkCommand(
            Function<ConnectionOptions, ClientAdministration> connector,
            BiFunction<MasterKeyOption, ConnectionOptions, MasterKey> keys,
            AuditOptions audit,
            Clock clock) {
        this.connector = connector;
        this.keys = keys;
        this.audit = audit;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        MasterKey key = keys.apply(masterKey, connection);
        Client client = client(connector.apply(connection));
        Instant until = clock.instant().plus(Duration.ofMinutes(minutes)).truncatedTo(ChronoUnit.SECONDS);
        URI link = DeskLink.to(client.getClientId(), until).address(baseUrl, key);
        audit.run(connection, "partner link", client.getClientId() + " of partner " + partnerId, entry -> {
            spec.commandLine()
                    .getOut()
                    .println(JsonNodeFactory.instance
                            .objectNode()
                            .put("partnerId", partnerId)
                            .put("clientId", client.getClientId())
                            .put("link", link.toString())
                            .put("validUntil", until.toString()));
        });
        return 0;
    }

    private Client client(ClientAdministration clients) {
        List<Client> found = clients.list().records().values().stream()
                .filter(client -> client.getPartnerId().equals(partnerId) && client.getEnabled())
                .filter(client -> clientId == null || client.getClientId().equals(clientId))
                .toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        throw new OperatorFault(
                found.isEmpty()
                        ? "partner " + partnerId + " has no client" + (clientId == null ? "" : " " + clientId)
                                + " that is enabled: see './catalog client list'"
                        : "partner " + partnerId + " has several clients: choose one with --client-id, "
                                + found.stream().map(Client::getClientId).collect(Collectors.joining(" or ")));
    }
}
