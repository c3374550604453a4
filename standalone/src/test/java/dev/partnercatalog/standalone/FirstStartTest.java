package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.query.QueryApiSettings.AddressSettings;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Applications that start for the first time, all at once. */
@ExtendWith(CatalogExtension.class)
class FirstStartTest {

    private static final Duration SOON = Duration.ofMinutes(3);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void query_api_starts_though_topics_are_created_while_it_asks_for_them(CatalogAddresses catalog) throws Exception {
        CatalogAddresses fresh = catalog.under("first-start-" + UUID.randomUUID() + ".", 1);
        FutureTask<QueryApi> start = new FutureTask<>(
                () -> QueryApi.start(QueryApiSettings.of(fresh.kafka(), catalog.registry(), folder, catalog.secrets())
                        .at(AddressSettings.ofPorts(0, 0))));
        Thread starting = new Thread(start);
        starting.start();
        await("it waits for the topics")
                .until(() -> Arrays.stream(starting.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(TopicAdmin.class.getName())
                                && frame.getMethodName().equals("check")));
        fresh.create();
        try (QueryApi api = start.get(SOON.toSeconds(), TimeUnit.SECONDS)) {
            assertThat(api.hasFailed()).isFalse();
        }
    }
}
