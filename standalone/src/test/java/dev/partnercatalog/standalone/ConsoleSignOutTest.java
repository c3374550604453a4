package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.console.Console;
import dev.partnercatalog.console.ConsoleSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Signing out of one console ends the session at every console with the same token file, now and after a restart. */
@ExtendWith(CatalogExtension.class)
class ConsoleSignOutTest {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String TOKEN = "a token for the tests of signing out";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @Test
    void a_session_that_was_signed_out_is_let_in_nowhere_and_others_stay(CatalogAddresses catalog) throws Exception {
        Path token = Files.writeString(folder.resolve("token"), TOKEN);
        try (Console one = start(catalog, token);
                Console other = start(catalog, token)) {
            ConsoleClient ended = new ConsoleClient(one.address());
            ConsoleClient stays = new ConsoleClient(one.address());
            assertThat(ended.signIn(TOKEN).statusCode()).isEqualTo(303);
            assertThat(stays.signIn(TOKEN).statusCode()).isEqualTo(303);
            ConsoleClient copyHere = ended.at(one.address());
            ConsoleClient copyThere = ended.at(other.address());
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(copyThere.get("/").statusCode()).isEqualTo(200));

            assertThat(ended.postSigned("/sign-out").statusCode()).isEqualTo(303);
            assertThat(copyHere.get("/").statusCode()).isEqualTo(303);
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(copyThere.get("/").statusCode()).isEqualTo(303));
            assertThat(stays.at(other.address()).get("/").statusCode()).isEqualTo(200);

            try (Console restarted = start(catalog, token)) {
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(
                                        stays.at(restarted.address()).get("/").statusCode())
                                .isEqualTo(200));
                assertThat(ended.at(restarted.address()).get("/").statusCode()).isEqualTo(303);
            }
        }
    }

    private static Console start(CatalogAddresses catalog, Path token) {
        return Console.start(new ConsoleSettings(
                catalog.kafka(),
                RegistrySettings.at(catalog.registry()),
                "127.0.0.1",
                0,
                token,
                true,
                false,
                List.of()));
    }
}
