package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** All applications and a command with a registry over https that requires Basic authentication. */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
class SecuredRegistryTest {

    private static final String PASSWORD = "the-registry's-password";
    private static final String AUTHORIZATION = basic("catalog:" + PASSWORD);
    private static final String WRONG_PASSWORD = "not-the-registry's-password";
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final long COMPANY = 7_500;
    private static final long LOCATION = 7_501;

    private static String basic(String credentials) {
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void all_of_it_works_with_the_right_credentials_and_tells_of_wrong_ones_without_showing_them(
            CatalogAddresses shared) throws Exception {
        Path folder = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "secured-registry-")
                .toAbsolutePath();
        Path secrets = folder.resolve("master.key");
        MasterKey.loadOrCreate(secrets);
        try (SecuredRegistry secured = SecuredRegistry.start(shared.registry(), folder, AUTHORIZATION)) {
            int auth = FixedPort.free();
            URI issuer = URI.create("http://127.0.0.1:" + auth);
            KafkaSettings kafka = new KafkaSettings(
                    shared.kafka().bootstrapServers(), new TopicSettings("secured-registry.", 2, (short) 1), Map.of());
            CatalogAddresses catalog = new CatalogAddresses(kafka, secured.url(), issuer, issuer, issuer, secrets);
            String right = "--registry-authorization=" + Files.writeString(folder.resolve("right"), AUTHORIZATION);
            String wrong = "--registry-authorization="
                    + Files.writeString(folder.resolve("wrong"), basic("catalog:" + WRONG_PASSWORD));
            try (ApplicationProcess streamsApp = ApplicationProcess.streamsApp(catalog, folder, "streams-app", right);
                    ApplicationProcess sink = ApplicationProcess.webhookSink(catalog, folder, "webhook-sink", right);
                    ApplicationProcess queryApi =
                            ApplicationProcess.queryApi(catalog, folder, "query-api", auth, right);
                    ApplicationProcess stranger = ApplicationProcess.webhookSink(catalog, folder, "stranger", wrong);
                    RawReceiver receiver = RawReceiver.start(catalog.webhookSecret("secured"))) {
                for (ApplicationProcess instance : List.of(streamsApp, sink, queryApi)) {
                    trusting(instance, secured).start();
                }
                List.of(streamsApp, sink, queryApi).forEach(ApplicationProcess::awaitReady);
                CatalogAddresses plain =
                        new CatalogAddresses(kafka, shared.registry(), issuer, issuer, issuer, secrets);
                PartnerClient partner = plain.client("secured").at(queryApi.api());
                publish(
                        folder,
                        catalog,
                        secured,
                        right,
                        "partners",
                        partner("secured", receiver.url().toString(), COMPANY));
                publish(folder, catalog, secured, right, "bpd-variants", product("1", "n"));
                publish(folder, catalog, secured, right, "listings", listing(COMPANY, "s", "1"));

                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(receiver.held()).containsOnlyKeys(COMPANY + "/" + LOCATION + "/1"));
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(partner.variants(COMPANY, LOCATION, List.of(), List.of("s"))
                                        .path("variants"))
                                .hasSize(1));
                assertThat(secured.passed()).isPositive();
                assertThat(secured.refused()).isZero();

                trusting(stranger, secured).start();
                // A time or a port in the log may contain these digits too.
                await().atMost(SOON)
                        .until(() -> secured.refused() > 0 && stranger.log().contains("401"));
                assertThat(stranger.isReady()).isFalse();
                assertThat(stranger.log()).doesNotContain(WRONG_PASSWORD, basic("catalog:" + WRONG_PASSWORD));
                assertThat(streamsApp.log() + sink.log() + queryApi.log()).doesNotContain(PASSWORD, AUTHORIZATION);
            }
        }
    }

    private static ApplicationProcess trusting(ApplicationProcess instance, SecuredRegistry secured) {
        return instance.withEnvironment(Map.of("JAVA_TOOL_OPTIONS", secured.javaOptions()));
    }

    /** {@code ./catalog publish} in a separate process, which trusts what the applications trust. */
    private static void publish(
            Path folder,
            CatalogAddresses catalog,
            SecuredRegistry secured,
            String authorization,
            String topic,
            String line)
            throws Exception {
        Path file = Files.writeString(folder.resolve(topic + ".ndjson"), line);
        Path log = folder.resolve("publish-" + topic);
        List<String> arguments = new ArrayList<>(List.of(
                "publish",
                topic,
                file.toString(),
                "--kafka=" + catalog.kafka().bootstrapServers(),
                "--registry=" + catalog.registry(),
                "--topic-prefix=" + catalog.kafka().topics().prefix(),
                authorization));
        Process process = StandaloneProcess.run(
                folder,
                ProcessBuilder.Redirect.to(log.toFile()),
                List.of(secured.javaOptions().split(" ", -1)),
                arguments);
        assertThat(process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    }
}
