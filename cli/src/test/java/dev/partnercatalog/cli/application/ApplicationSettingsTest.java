package dev.partnercatalog.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.application.ApplicationCommand.Application;
import dev.partnercatalog.cli.options.DefaultPaths;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.query.QueryApiSettings.AcceptedTokens;
import dev.partnercatalog.query.QueryApiSettings.AddressSettings;
import dev.partnercatalog.query.QueryApiSettings.ChangeSettings;
import dev.partnercatalog.query.QueryApiSettings.Environment;
import dev.partnercatalog.query.QueryApiSettings.TableSettings;
import dev.partnercatalog.query.QueryApiSettings.TrafficSettings;
import dev.partnercatalog.query.access.ExternalIssuer;
import dev.partnercatalog.query.access.RateLimit;
import dev.partnercatalog.query.access.TokenForm;
import dev.partnercatalog.runtime.GroupSettings;
import dev.partnercatalog.runtime.InstanceSettings;
import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.streams.StreamsAppSettings;
import dev.partnercatalog.webhook.WebhookSinkSettings;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.RemovalLimit;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings with which the commands would start their applications. */
class ApplicationSettingsTest {

    /** What the brokers say, for the commands that aren't given it. */
    private static final int PARTITIONS = 6;

    @TempDir
    private Path folder = Path.of("");

    private Path masterKey = Path.of("");

    @BeforeEach
    void createMasterKey() {
        masterKey = folder.resolve("master.key");
        MasterKey.loadOrCreate(masterKey);
    }

    @Test
    void the_number_of_partitions_is_given_to_streams_app_and_found_by_the_others() {
        assertThat(streamsApp("--partitions=3").kafka().topics().partitions()).isEqualTo(3);
        assertThat(queryApi().kafka().topics().partitions()).isEqualTo(PARTITIONS);
        assertThat(webhookSink().kafka().topics().partitions()).isEqualTo(PARTITIONS);
        assertRefused("--partitions=6");
    }

    @Test
    void what_is_logged_of_the_settings_holds_no_secret() throws Exception {
        Path kafka = Files.writeString(
                folder.resolve("kafka.properties"),
                "sasl.jaas.config=username=\"u\" password=\"hunter2\"\nssl.keystore.password=hunter2\n");
        Path registry = Files.writeString(folder.resolve("registry"), "Bearer hunter2");
        String[] flags = {"--kafka-config=" + kafka, "--registry-authorization=" + registry};
        for (Record settings : List.of(streamsApp(flags), queryApi(flags), webhookSink(flags))) {
            assertThat(settings.toString())
                    .contains("ssl.keystore.password", registry.toString())
                    .doesNotContain("hunter2")
                    .doesNotContain(Files.readString(masterKey).strip());
        }
    }

    @Test
    void streams_app_takes_its_settings_from_flags() {
        StreamsAppSettings settings = streamsApp(
                "--kafka=k:1",
                "--registry=http://r",
                "--registry-authorization=/a",
                "--topic-prefix=eu.",
                "--partitions=6",
                "--replication-factor=3",
                "--state-dir=/s",
                "--threads=7",
                "--store-memory-mib=64",
                "--commit-interval-ms=25",
                "--standbys=2",
                "--zone=eu-1",
                "--host=h",
                "--internal-port=8");
        assertThat(settings.kafka().bootstrapServers()).isEqualTo("k:1");
        assertThat(settings.kafka().topics().prefix()).isEqualTo("eu.");
        assertThat(settings.kafka().topics().partitions()).isEqualTo(6);
        assertThat(settings.kafka().topics().replicationFactor()).isEqualTo((short) 3);
        assertThat(settings.registry()).isEqualTo(new RegistrySettings(URI.create("http://r"), Path.of("/a")));
        assertThat(settings.instance().stateDir()).isEqualTo(Path.of("/s"));
        assertThat(settings.instance().threads()).isEqualTo(7);
        assertThat(settings.instance().storeMemoryBytes()).isEqualTo(64L << 20);
        assertThat(settings.commitInterval()).isEqualTo(Duration.ofMillis(25));
        assertThat(settings.instance().group()).isEqualTo(new GroupSettings(2, "eu-1"));
        assertThat(settings.instance().host()).isEqualTo("h");
        assertThat(settings.instance().internalPort()).isEqualTo(8);
    }

    @Test
    void streams_app_without_flags_runs_with_its_own_defaults() {
        StreamsAppSettings settings = streamsApp();
        assertThat(settings)
                .isEqualTo(StreamsAppSettings.of(
                        settings.kafka(),
                        settings.registry(),
                        settings.instance().stateDir()));
        assertThat(settings.instance().stateDir()).isEqualTo(DefaultPaths.state("streams-app"));
    }

    @Test
    void query_api_takes_its_settings_from_flags() {
        QueryApiSettings settings = queryApi(
                "--host=0.0.0.0",
                "--http-port=1",
                "--auth-port=2",
                "--issuer=https://auth.example",
                "--audience=a",
                "--token-allow-origin=https://d.example",
                "--environment=staging",
                "--max-batch-size=3",
                "--max-body-bytes=4",
                "--allow-origin=https://o.example",
                "--internal-port=7",
                "--zone=eu-1",
                "--changes-kept-hours=5",
                "--store-memory-mib=6",
                "--memory-tier-mib=9",
                "--state-dir=/s");
        assertThat(settings)
                .isEqualTo(new QueryApiSettings(
                        settings.kafka(),
                        settings.registry(),
                        Path.of("/s"),
                        masterKey,
                        new AddressSettings("0.0.0.0", 1, 2, 7, null),
                        new AcceptedTokens(URI.create("https://auth.example"), null, "a", "https://d.example"),
                        Environment.STAGING,
                        "https://o.example",
                        new TrafficSettings(TrafficSettings.DEFAULT.rate(), HttpLimits.DEFAULT, 3, 4, List.of()),
                        ChangeSettings.DEFAULT,
                        new TableSettings("eu-1", 6L << 20, 9L << 20, Duration.ofHours(5))));
    }

    @Test
    void query_api_takes_its_traffic_settings_from_flags() {
        QueryApiSettings settings = queryApi(
                "--requests-per-second=1",
                "--request-burst=2",
                "--max-concurrent-requests=3",
                "--max-connections=4",
                "--trusted-proxies=10.0.0.0/8,192.0.2.1");
        assertThat(settings.traffic())
                .isEqualTo(new TrafficSettings(
                        new RateLimit(1, 2),
                        new HttpLimits(3, 4),
                        TrafficSettings.DEFAULT_MAX_BATCH_SIZE,
                        TrafficSettings.DEFAULT_MAX_BODY_BYTES,
                        List.of("10.0.0.0/8", "192.0.2.1")));
    }

    @Test
    void D17_another_issuer_is_given_by_its_name_and_its_keys() {
        URI keys = URI.create("https://id.example/keys");
        QueryApiSettings settings = queryApi("--issuer=https://id.example/", "--jwks-url=" + keys);
        assertThat(settings.tokens().external())
                .isEqualTo(new ExternalIssuer(URI.create("https://id.example/"), keys, TokenForm.RFC_9068));
        assertRefused("--jwks-url=" + keys);
        assertRefused("--issuer=https://id.example", "--jwks-url=http://id.example");
    }

    @Test
    void D17_the_form_of_another_issuer_s_tokens_is_a_setting() {
        String[] other = {"--issuer=https://id.example/", "--jwks-url=https://id.example/keys"};
        QueryApiSettings settings = queryApi(
                other[0],
                other[1],
                "--token-types=JWT,none",
                "--token-audience-claim=none",
                "--token-scope-claim=roles");
        assertThat(Objects.requireNonNull(settings.tokens().external()).form())
                .isEqualTo(new TokenForm(Set.of("jwt", "none"), "none", "roles"));
        assertRefused(other[0], other[1], "--token-types=id_token");
        assertRefused("--token-types=JWT");
    }

    @Test
    void query_api_without_flags_runs_with_its_own_defaults() {
        QueryApiSettings settings = queryApi();
        assertThat(settings)
                .isEqualTo(QueryApiSettings.of(settings.kafka(), settings.registry(), settings.stateDir(), masterKey));
    }

    @Test
    void webhook_sink_takes_its_settings_from_flags() {
        WebhookSinkSettings settings = webhookSink(
                "--allow-private-webhooks",
                "--webhook-ports=443,9443",
                "--webhook-timeout-seconds=1",
                "--webhook-concurrency=2",
                "--webhook-total-concurrency=3",
                "--webhook-secret-overlap-hours=7",
                "--webhook-removal-hold-percent=60",
                "--webhook-removal-hold-records=70",
                "--threads=4",
                "--store-memory-mib=5",
                "--standbys=2",
                "--host=h",
                "--internal-port=8",
                "--state-dir=/s");
        assertThat(settings)
                .isEqualTo(new WebhookSinkSettings(
                        settings.kafka(),
                        settings.registry(),
                        new WebhookSinkSettings.Secrets(masterKey, Duration.ofHours(7)),
                        new WebhookSinkSettings.DeliverySettings(
                                true, Set.of(443, 9_443), Duration.ofSeconds(1), 2, 3, new RemovalLimit(60, 70)),
                        new InstanceSettings(Path.of("/s"), 4, 5L << 20, new GroupSettings(2, null), "h", 8)));
    }

    @Test
    void webhook_sink_without_flags_runs_with_its_own_defaults_and_keeps_private_addresses_closed() {
        WebhookSinkSettings settings = webhookSink();
        assertThat(settings)
                .isEqualTo(WebhookSinkSettings.of(
                        settings.kafka(),
                        settings.registry(),
                        settings.instance().stateDir(),
                        masterKey));
        assertThat(settings.delivering().allowPrivateAddresses()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--allow-private-webhooks=true", "--allow-private-webhooks"})
    void a_flag_that_is_given_is_on(String flag) {
        assertThat(webhookSink(flag).delivering().allowPrivateAddresses()).isTrue();
        assertThat(webhookSink("--allow-private-webhooks=false").delivering().allowPrivateAddresses())
                .isFalse();
    }

    private static StreamsAppSettings streamsApp(String... arguments) {
        return started(new StreamsAppCommand(), arguments);
    }

    private QueryApiSettings queryApi(String... arguments) {
        return started(new QueryApiCommand(), withMasterKey(arguments));
    }

    private WebhookSinkSettings webhookSink(String... arguments) {
        return started(new WebhookSinkCommand(), withMasterKey(arguments));
    }

    private static <S extends Record> S started(ApplicationCommand<S> command, String... arguments) {
        List<S> started = new ArrayList<>();
        CommandRun run = run(command, started, arguments);
        assertThat(run.status()).as(run.err()).isZero();
        return started.get(0);
    }

    private void assertRefused(String... arguments) {
        List<QueryApiSettings> started = new ArrayList<>();
        assertThat(run(new QueryApiCommand(), started, withMasterKey(arguments)).status())
                .isNotZero();
        assertThat(started).isEmpty();
    }

    private static <S extends Record> CommandRun run(
            ApplicationCommand<S> command, List<S> started, String... arguments) {
        Object noting = command.with(Runnable::run, kafka -> kafka.withPartitions(PARTITIONS), settings -> {
            started.add(settings);
            return new Application(() -> true, () -> false, () -> {});
        });
        return CommandRun.of(noting, arguments);
    }

    private String[] withMasterKey(String... arguments) {
        return Stream.concat(Stream.of("--secrets=" + masterKey), Stream.of(arguments))
                .toArray(String[]::new);
    }
}
