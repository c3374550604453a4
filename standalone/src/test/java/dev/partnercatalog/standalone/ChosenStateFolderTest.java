package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.store.StateFolder;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.webhook.WebhookSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A folder that an operator chooses for an application's stores may hold other things. */
@ExtendWith(CatalogExtension.class)
class ChosenStateFolderTest {

    private static final String OPEN = "rwxr-xr-x";
    private static final String CLOSED = "rwx------";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void an_application_closes_its_stores_to_other_users_and_not_the_folder_that_they_are_in(CatalogAddresses catalog)
            throws Exception {
        Path secrets = folder.resolve("master.key");
        MasterKey.loadOrCreate(secrets);
        try (Site site = Site.at(catalog, Files.createDirectory(folder.resolve("site")), secrets)) {
            KafkaSettings kafka = site.kafka("chosen.", 1);
            List<Path> chosen = Stream.of("streams-app", "webhook-sink", "query-api")
                    .map(application -> site.state(kafka, application))
                    .toList();
            for (Path state : chosen) {
                Files.createDirectory(state);
                Files.setPosixFilePermissions(state, PosixFilePermissions.fromString(OPEN));
            }
            try (StreamsApp resolver = site.startResolver(kafka);
                    WebhookSink sink = site.startSink(kafka);
                    QueryApi api = site.startApi(kafka)) {
                assertThat(resolver.hasFailed() || sink.hasFailed() || api.hasFailed())
                        .isFalse();
                for (Path state : chosen) {
                    assertThat(mode(state)).as("%s", state).isEqualTo(OPEN);
                    assertThat(stores(state))
                            .isNotEmpty()
                            .allSatisfy(stores ->
                                    assertThat(mode(stores)).as("%s", stores).isEqualTo(CLOSED));
                }
            }
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    /** The folders that Kafka Streams has locked. */
    private static List<Path> stores(Path state) throws IOException {
        // Applications make and delete files there all the time, so that nothing more is looked at.
        try (Stream<Path> files = Files.list(StateFolder.inside(state))) {
            return files.filter(stores -> Files.exists(stores.resolve(".lock"))).toList();
        }
    }
}
