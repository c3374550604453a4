package dev.partnercatalog.standalone.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.standalone.LinesAbout;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("long")
class DamagedRegistryTest {
    private static final Path HOME = Path.of(System.getProperty("catalog.registry.home"));
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final int BLOCK = 4096;

    @TempDir
    Path directory;

    private final Logger log = LinesAbout.logger(RegistryStart.class);
    private LinesAbout logged = new LinesAbout("");

    @BeforeEach
    void listen() {
        logged = new LinesAbout(directory.toString());
        log.addAppender(logged);
    }

    @AfterEach
    void stopListening() {
        log.detachAppender(logged);
    }

    private enum Damage {
        TRUNCATED_TO_3_BYTES {
            @Override
            void doTo(Path database) throws IOException {
                Files.write(database, new byte[] {1, 2, 3});
            }
        },
        HALF_OF_ITS_BLOCKS_ZEROED {
            @Override
            void doTo(Path database) throws IOException {
                long seed = System.nanoTime();
                System.out.println("Seed of the damage: " + seed);
                Random random = new Random(seed);
                byte[] bytes = Files.readAllBytes(database);
                for (int block = 0; block < bytes.length / BLOCK; block++) {
                    if (random.nextBoolean()) {
                        Arrays.fill(bytes, block * BLOCK, (block + 1) * BLOCK, (byte) 0);
                    }
                }
                Files.write(database, bytes);
            }
        },
        MISSING {
            @Override
            void doTo(Path database) throws IOException {
                Files.delete(database);
            }
        };

        abstract void doTo(Path database) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void a_damaged_database_costs_no_schema_its_content_id(Damage damage) throws Exception {
        Map<String, Long> ids = new HashMap<>();
        try (EmbeddedRegistry registry = EmbeddedRegistry.start(HOME, directory, 0)) {
            for (String name : List.of("Ours1", "Ours2", "Upstreams")) {
                ids.put(name, register(registry, name));
            }
        }
        damage.doTo(database());

        try (EmbeddedRegistry registry = EmbeddedRegistry.start(HOME, directory, 0)) {
            for (String name : ids.keySet()) {
                assertThat(schema(registry, ids.get(name))).contains('"' + name + '"');
            }
            assertThat(register(registry, "Upstreams")).isEqualTo(ids.get("Upstreams"));
            assertThat(ids).doesNotContainValue(register(registry, "New"));
        }
    }

    @Test
    void an_older_database_is_brought_up_to_what_the_copy_has() throws Exception {
        long id;
        byte[] older;
        try (EmbeddedRegistry registry = EmbeddedRegistry.start(HOME, directory, 0)) {
            register(registry, "Ours");
        }
        older = Files.readAllBytes(database());
        try (EmbeddedRegistry registry = EmbeddedRegistry.start(HOME, directory, 0)) {
            id = register(registry, "Upstreams");
        }
        Files.write(database(), older);

        try (EmbeddedRegistry registry = EmbeddedRegistry.start(HOME, directory, 0)) {
            assertThat(schema(registry, id)).contains("\"Upstreams\"");
            assertThat(warnings())
                    .singleElement()
                    .asString()
                    .contains("lacks schemas or versions that its copy has", "imports 2 schemas from its copy");
        }
        assertThat(setAside())
                .singleElement()
                .satisfies(
                        folder -> assertThat(folder.resolve("registry.mv.db")).exists());
    }

    @Test
    void the_copy_is_written_while_the_registry_runs() throws Exception {
        try (EmbeddedRegistry registry = EmbeddedRegistry.start(HOME, directory, 0)) {
            long ours = register(registry, "Ours");
            awaitCopied(ours);
            long upstreams = register(registry, "Upstreams");
            awaitCopied(upstreams);
        }
    }

    @ParameterizedTest
    @EnumSource
    void without_a_copy_that_is_whole_it_starts_empty_and_says_what_that_means(CopyFault fault) throws Exception {
        try (EmbeddedRegistry registry = EmbeddedRegistry.start(HOME, directory, 0)) {
            register(registry, "Upstreams");
        }
        fault.doTo(directory.resolve("registry-copy.zip"));
        // Without a copy, a missing database would be that of a first start.
        (fault == CopyFault.MISSING ? Damage.TRUNCATED_TO_3_BYTES : Damage.MISSING).doTo(database());

        try (EmbeddedRegistry registry = EmbeddedRegistry.start(HOME, directory, 0)) {
            assertThat(get(registry, "/search/versions").path("count").asInt()).isZero();
            assertThat(warnings())
                    .singleElement()
                    .asString()
                    .contains(
                            fault.said,
                            "The registry starts empty",
                            "the content ids of schemas that others registered are lost");
        }
    }

    private enum CopyFault {
        MISSING("it has no copy") {
            @Override
            void doTo(Path copy) throws IOException {
                Files.delete(copy);
            }
        },
        CUT_OFF("its copy can't be read") {
            @Override
            void doTo(Path copy) throws IOException {
                Files.write(copy, Arrays.copyOf(Files.readAllBytes(copy), (int) Files.size(copy) / 2));
            }
        },
        REFUSED("its copy is refused") {
            @Override
            void doTo(Path copy) throws IOException {
                try (FileSystem zip = FileSystems.newFileSystem(copy)) {
                    Files.writeString(
                            zip.getPath("groups/partner/artifacts/Upstreams/versions/1.ArtifactVersion.json"),
                            "{\"contentId\":1,\"state\":\"NONE\"}",
                            StandardOpenOption.TRUNCATE_EXISTING);
                }
            }
        };

        private final String said;

        CopyFault(String said) {
            this.said = said;
        }

        abstract void doTo(Path copy) throws IOException;
    }

    @Test
    void a_server_that_cannot_run_costs_no_database(@TempDir Path broken) throws Exception {
        Files.write(broken.resolve("broken-runner.jar"), new byte[0]);
        byte[] database = {4, 5, 6};
        Files.write(database(), database);

        assertThatThrownBy(() -> EmbeddedRegistry.start(broken, directory, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("before it served")
                .hasMessageContaining(directory.toString());
        assertThat(database()).hasBinaryContent(database);
        assertThat(setAside()).isEmpty();
    }

    private Path database() {
        return directory.resolve("registry.mv.db");
    }

    private List<Path> setAside() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("registry-damaged-"))
                    .toList();
        }
    }

    private List<String> warnings() {
        return logged.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private void awaitCopied(long id) {
        await().atMost(Duration.ofSeconds(30)).until(() -> {
            RegistryContents contents = RegistryCopy.open(directory).contents();
            return contents != null && contents.schemas().containsKey(id);
        });
    }

    /** Returns the content id. */
    private static long register(EmbeddedRegistry registry, String name) throws Exception {
        String schema = "{\"type\":\"record\",\"name\":\"" + name + "\",\"fields\":[]}";
        String artifact = JSON.writeValueAsString(Map.of(
                "artifactId",
                name,
                "artifactType",
                "AVRO",
                "firstVersion",
                Map.of("content", Map.of("content", schema, "contentType", "application/json"))));
        JsonNode answer = send(
                registry,
                "/groups/partner/artifacts?ifExists=FIND_OR_CREATE_VERSION",
                HttpRequest.newBuilder()
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(artifact)));
        return answer.path("version").path("contentId").asLong();
    }

    private static String schema(EmbeddedRegistry registry, long contentId) throws Exception {
        return get(registry, "/ids/contentIds/" + contentId).toString();
    }

    private static JsonNode get(EmbeddedRegistry registry, String path) throws Exception {
        return send(registry, path, HttpRequest.newBuilder());
    }

    private static JsonNode send(EmbeddedRegistry registry, String path, HttpRequest.Builder request) throws Exception {
        HttpResponse<String> answer = CLIENT.send(
                request.uri(registry.url().resolve("/apis/registry/v3" + path)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }
}
