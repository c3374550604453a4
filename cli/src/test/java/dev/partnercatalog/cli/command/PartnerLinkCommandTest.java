package dev.partnercatalog.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.audit.AuditTrailInMemory;
import dev.partnercatalog.operations.operation.ClientOperations;
import dev.partnercatalog.operations.operation.InMemoryMeans;
import dev.partnercatalog.operations.topic.TableInMemory;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartnerLinkCommandTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-01T00:00:00.5Z"), ZoneOffset.UTC);

    @TempDir
    private Path folder = Path.of("");

    private final TableInMemory<Client> clients = new TableInMemory<>(CatalogTopic.CLIENTS);
    private final AuditTrailInMemory trail = new AuditTrailInMemory();
    private String secrets = "";

    @BeforeEach
    void makeMasterKey() {
        Path file = folder.resolve("master.key");
        MasterKey.loadOrCreate(file);
        secrets = file.toString();
    }

    @Test
    void a_link_leads_to_the_desk_as_the_partner_s_only_enabled_client_for_some_minutes() throws Exception {
        create("p", "off");
        disable("off");
        create("p", "c");
        create("q", "other");
        JsonNode link = run("p", "--secrets", secrets, "--base-url", "https://api.example", "--minutes", "5")
                .json();
        assertThat(link.path("clientId").asText()).isEqualTo("c");
        assertThat(link.path("link").asText())
                .startsWith("https://api.example/desk/link?code=")
                .doesNotContain("code=c");
        assertThat(link.path("validUntil").asText()).isEqualTo("2026-01-01T00:05:00Z");
        assertThat(run("p", "--secrets", secrets).json().path("link")).isNotEqualTo(link.path("link"));
    }

    @Test
    void of_several_clients_one_must_be_chosen() throws Exception {
        create("p", "c");
        create("p", "d");
        assertThat(run("p", "--secrets", secrets).fault())
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("--client-id, c or d");
        assertThat(run("p", "--secrets", secrets, "--client-id", "d")
                        .json()
                        .path("clientId")
                        .asText())
                .isEqualTo("d");
    }

    @Test
    void a_partner_without_an_enabled_client_gets_no_link() {
        create("p", "c");
        disable("c");
        for (String partner : new String[] {"p", "unknown"}) {
            CommandRun run = run(partner, "--secrets", secrets);
            assertThat(run.out()).isEmpty();
            assertThat(run.fault()).hasMessageContaining("'./catalog client list'");
        }
    }

    private void create(String partnerId, String clientId) {
        ClientOperations.create(clients, partnerId, clientId, CLOCK);
    }

    private void disable(String clientId) {
        clients.records()
                .computeIfPresent(
                        clientId,
                        (id, client) ->
                                Client.newBuilder(client).setEnabled(false).build());
    }

    private CommandRun run(String... arguments) {
        return CommandRun.of(
                new PartnersCommand(),
                (options, masterKey) -> InMemoryMeans.ofClients(
                        clients, new TableInMemory<>(CatalogTopic.PARTNER_CONFIGS), masterKey::read, CLOCK),
                trail,
                Stream.concat(Stream.of("link"), Stream.of(arguments)).toArray(String[]::new));
    }
}
