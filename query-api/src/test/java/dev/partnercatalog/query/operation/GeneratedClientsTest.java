package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.query.contract.PartnerTools;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that a third-party generator creates from the published document, in three languages: they compile, read and
 * change a configuration, request variants, walk through a snapshot, follow changes, compare digests, understand an
 * error, and read what later versions may send (D33).
 */
class GeneratedClientsTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path PROGRAMS = Path.of("src", "test", "clients").toAbsolutePath();
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /** What this version doesn't send, though it may be sent at any time: other values of open lists, other members. */
    private static final String FUTURE = """
            {
              "error": {"body": {}, "code": 400, "errorCode": "NOT_YET_KNOWN", "message": "m", "suggestion": "s",
                        "title": "t", "more": 1},
              "status": {"url": "", "enabled": true, "state": "resting", "due": 0, "more": {}},
              "attempts": {"deliveries": [{"time": "2026-01-01T12:00:00.000Z", "id": "msg_1", "type": "variants.discussed",
                           "outcome": "postponed", "durationMs": 1, "records": 0, "removed": 0}]},
              "messages": [
                {"type": "variants.changed", "timestamp": "2026-01-01T12:00:00.000Z", "data": {"variants":
                  [{"barcode": "A", "companyId": 1, "locationId": 1, "catalogSource": {"name": "Region"},
                    "fragrance": "Pine"}], "removed": [], "more": []}},
                {"type": "webhook.ping", "timestamp": "2026-01-01T12:00:00.000Z", "data": {}},
                {"type": "variants.discussed", "timestamp": "2026-01-01T12:00:00.000Z", "data": {"words": 7}}
              ]
            }
            """;

    private final PartnerTools tools = PartnerTools.required();
    @AutoClose
    private final ApiHarness api = new ApiHarness();

    @TempDir
    Path folder;

    @BeforeEach
    void catalog() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("10", "11"));
        api.lookup.variant("A");
        api.lookup.variant("C");
        api.lookup.list(11, "sku-A", "A");
        api.lookup.list(11, "sku-C", "C");
        // Something changes during the walk through a snapshot.
        AtomicInteger pages = new AtomicInteger();
        api.lookup.beforePage = () -> {
            if (pages.incrementAndGet() == 2) {
                api.lookup.variant("A");
            }
        };
    }

    @Test
    void java() throws IOException {
        // Otherwise each new parameter, which may come at any time (D33), would break calls.
        generate(
                "java",
                "--library",
                "native",
                "--additional-properties",
                "useSingleRequestParameter=true",
                "--parameter-name-mappings",
                "wait=waitSeconds");
        List<String> sources = new ArrayList<>(files(folder.resolve("generated/src/main/java"), ".java"));
        sources.add(PROGRAMS.resolve("Client.java").toString());
        String classPath = Stream.concat(
                        tools.jars().stream()
                                .filter(jar -> !jar.toString().contains("generator"))
                                .map(Path::toString),
                        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1)))
                .collect(Collectors.joining(File.pathSeparator));
        Path arguments = Files.write(folder.resolve("sources"), sources);
        Path classes = folder.resolve("classes");
        require(List.of(
                Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                "-proc:none",
                "-nowarn",
                "-d",
                classes.toString(),
                "-cp",
                classPath,
                "@" + arguments));
        check("by Java", List.of(JAVA, "-cp", classes + File.pathSeparator + classPath, "Client"));
    }

    @Test
    void python() throws IOException {
        generate("python");
        Path generated = folder.resolve("generated");
        String python = tools.python(generated.resolve("requirements.txt"));
        Path program = Files.copy(PROGRAMS.resolve("client.py"), generated.resolve("client.py"));
        check("by Python", List.of(python, program.toString()));
    }

    @Test
    void typescript() throws IOException {
        Path packages = tools.nodePackages("typescript@5.9.3");
        generate("typescript-fetch");
        Path program = Files.copy(PROGRAMS.resolve("client.ts"), folder.resolve("client.ts"));
        require(List.of(
                "node",
                packages.resolve("node_modules/typescript/bin/tsc").toString(),
                "--strict",
                "--target",
                "es2020",
                "--lib",
                "es2020,dom",
                "--module",
                "commonjs",
                "--outDir",
                folder.resolve("js").toString(),
                program.toString()));
        check("by TypeScript", List.of("node", folder.resolve("js/client.js").toString()));
    }

    private void generate(String language, String... options) throws IOException {
        Path document = Files.writeString(
                folder.resolve("openapi.yaml"),
                api.call(api.request("/openapi.yaml")).body());
        List<String> command = new ArrayList<>(List.of(
                JAVA,
                "-jar",
                tools.generator().toString(),
                "generate",
                "-i",
                document.toString(),
                "-g",
                language,
                "-o",
                folder.resolve("generated").toString()));
        command.addAll(List.of(options));
        require(command);
    }

    private void require(List<String> command) throws IOException {
        PartnerTools.Ended ended = PartnerTools.run(folder, command);
        assertThat(ended.status()).as(ended.output()).isZero();
    }

    private void check(String name, List<String> program) throws IOException {
        List<String> command = new ArrayList<>(program);
        Path future = Files.writeString(folder.resolve("future.json"), FUTURE);
        command.addAll(List.of(
                api.address().toString(), ApiHarness.bearer().substring("Bearer ".length()), future.toString()));
        PartnerTools.Ended ended = PartnerTools.run(folder, command);
        assertThat(ended.status()).as(ended.output()).isZero();
        JsonNode got = JSON.readTree(ended.output());
        ObjectNode expected = JSON.createObjectNode()
                .put("partner", "p1")
                .put("renamed", name)
                .put("error", "COMPANY_NOT_ALLOWED");
        expected.putArray("names").add("Name of A");
        expected.putArray("failed").add("B");
        expected.putArray("snapshot").add("A").add("C");
        expected.putArray("changed").add("A");
        expected.put("count", 2);
        expected.putArray("hashed").add("A").add("C");
        expected.put("code", "NOT_YET_KNOWN").put("state", "resting").put("type", "variants.discussed");
        expected.putArray("messages")
                .add("variants.changed A")
                .add("webhook.ping")
                .add("variants.discussed");
        assertThat(got).isEqualTo(expected);
    }

    private static List<String> files(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toString)
                    .filter(file -> file.endsWith(ending))
                    .toList();
        }
    }
}
