package dev.partnercatalog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.secret.MasterKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What commands say of brokers that aren't there: in words, with the address that was given, and what to do. */
class UnreachableTest {

    /** They run until they are stopped, and wait for their brokers. */
    private static final Set<String> APPLICATIONS = Set.of("streams-app", "query-api", "webhook-sink", "console");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void at_a_closed_port_every_command_says_so_in_words() throws Exception {
        assertInWords("127.0.0.1:1", "127.0.0.1:1");
    }

    @Test
    void at_a_port_of_something_else_than_kafka_every_command_says_so_in_words() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> answer(server));
            answering.setDaemon(true);
            answering.start();
            String address = "localhost:" + server.getLocalPort();
            assertInWords(address, address);
        }
    }

    /** What a web server sends to somebody who doesn't speak HTTP. */
    private static void answer(ServerSocket server) {
        boolean open = true;
        while (open) {
            try (Socket socket = server.accept()) {
                socket.getOutputStream()
                        .write("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                // The client has gone, or the test is over.
                open = !server.isClosed();
            }
        }
    }

    private void assertInWords(String kafka, String registry) throws Exception {
        Map<String, List<String>> commands = commands();
        assertThat(connecting(Catalog.commandLine(), "")).isEqualTo(new TreeSet<>(commands.keySet()));
        // Each waits for the brokers for as long as it does for slow ones.
        ExecutorService atOnce = Executors.newCachedThreadPool();
        try {
            Map<String, Future<CommandRun>> runs = new TreeMap<>();
            commands.forEach((command, arguments) -> {
                List<String> all = new ArrayList<>(List.of(command.split(" ", -1)));
                all.addAll(arguments);
                all.add("--kafka=" + kafka);
                all.add("--registry=http://" + registry);
                runs.put(
                        command,
                        atOnce.submit(() -> CommandRun.ofProgram(Catalog.commandLine(), all.toArray(String[]::new))));
            });
            for (Map.Entry<String, Future<CommandRun>> run : runs.entrySet()) {
                CommandRun ended = run.getValue().get();
                assertThat(ended.status()).as(run.getKey() + ": " + ended.err()).isEqualTo(1);
                assertThat(ended.err())
                        .as(run.getKey())
                        .contains("catalog: ")
                        .doesNotContain("Exception", "/127.0.0.1", "localhost/", "null")
                        .doesNotContainPattern("\\b(java|javax|org|dev)\\.\\w+\\.");
            }
        } finally {
            atOnce.shutdownNow();
        }
    }

    private Map<String, List<String>> commands() throws IOException {
        String secrets = "--secrets="
                + MasterKey.loadOrCreate(folder.resolve("master.key")).file();
        String events = Files.writeString(
                        folder.resolve("listings.ndjson"),
                        "{\"companyId\": 1, \"locationId\": 2, \"sku\": \"s\", \"barcode\": \"b\"}\n")
                .toString();
        Map<String, List<String>> commands = new TreeMap<>();
        commands.put("publish", List.of("listings", events));
        commands.put("client create", List.of("--partner-id=p", secrets));
        commands.put("client list", List.of());
        commands.put("client disable", List.of("c"));
        commands.put("client enable", List.of("c"));
        commands.put("client rotate-secret", List.of("c"));
        commands.put("signing-key list", List.of());
        commands.put("signing-key rotate", List.of(secrets));
        commands.put("signing-key remove", List.of("k"));
        commands.put("signing-key forget-master-key", List.of());
        commands.put("webhooks status", List.of());
        commands.put("webhooks ping", List.of("p"));
        commands.put("webhooks resume", List.of("p"));
        commands.put("webhooks suspend", List.of("p"));
        commands.put("webhooks resync", List.of("p"));
        commands.put("webhooks authentication set", List.of("p", "--header=X-Events=" + events, secrets));
        commands.put("webhooks authentication show", List.of("p"));
        commands.put("webhooks authentication clear", List.of("p"));
        commands.put("dead-letters list", List.of());
        commands.put("dead-letters show", List.of("0-1"));
        commands.put("dead-letters replay", List.of("0-1"));
        commands.put("explain", List.of("--partner-id=p", "--company=1", "--barcode=b"));
        commands.put("backup", List.of(folder.resolve("x.backup").toString(), secrets));
        commands.put("restore", List.of(folder.resolve("none.backup").toString(), secrets));
        return commands;
    }

    private static Set<String> connecting(CommandLine command, String name) {
        Set<String> found = new TreeSet<>();
        if (command.getCommandSpec().findOption("--kafka") != null && !APPLICATIONS.contains(name)) {
            found.add(name);
        }
        command.getSubcommands().forEach((part, sub) -> found.addAll(connecting(sub, (name + " " + part).strip())));
        return found;
    }
}
