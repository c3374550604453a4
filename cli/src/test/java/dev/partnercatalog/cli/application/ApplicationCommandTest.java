package dev.partnercatalog.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.DefaultPaths;
import dev.partnercatalog.http.HttpLimits;
import dev.partnercatalog.http.limit.RateLimit;
import dev.partnercatalog.query.Environment;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.query.TrafficSettings;
import dev.partnercatalog.query.access.ExternalIssuer;
import dev.partnercatalog.runtime.GroupSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.tracing.TracingSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.streams.StreamsAppSettings;
import dev.partnercatalog.webhook.WebhookSinkSettings;
import dev.partnercatalog.webhook.alert.AlertSettings;
import dev.partnercatalog.webhook.alert.AlertThresholds;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ApplicationCommandTest {

    @TempDir
    private Path folder = Path.of("");

    private final StringWriter err = new StringWriter();
    private final Foreground stopsAtOnce = new Foreground(Runnable::run);

    @SuppressWarnings("UnnecessaryLambda") // several commands receive it
    private final UnaryOperator<KafkaSettings> found = kafka -> kafka.withPartitions(6);

    private String secrets = "";

    @BeforeEach
    void makeMasterKey() {
        Path file = folder.resolve("master.key");
        MasterKey.loadOrCreate(file);
        secrets = file.toString();
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
        assertThat(settings.stateDir()).isEqualTo(Path.of("/s"));
        assertThat(settings.threads()).isEqualTo(7);
        assertThat(settings.storeMemoryBytes()).isEqualTo(64L << 20);
        assertThat(settings.commitInterval()).isEqualTo(Duration.ofMillis(25));
        assertThat(settings.group()).isEqualTo(new GroupSettings(2, "eu-1"));
        assertThat(settings.host()).isEqualTo("h");
        assertThat(settings.internalPort()).isEqualTo(8);
    }

    @Test
    void streams_app_without_flags_runs_with_its_own_defaults() {
        StreamsAppSettings settings = streamsApp();
        assertThat(settings)
                .isEqualTo(StreamsAppSettings.of(settings.kafka(), settings.registry(), settings.stateDir()));
        assertThat(settings.stateDir()).isEqualTo(DefaultPaths.state("streams-app"));
    }

    @Test
    void query_api_takes_its_settings_from_flags() {
        QueryApiSettings settings = queryApi(
                "--secrets=" + secrets,
                "--host=0.0.0.0",
                "--http-port=1",
                "--auth-port=2",
                "--issuer=https://auth.example",
                "--audience=a",
                "--environment=staging",
                "--max-batch-size=3",
                "--max-body-bytes=4",
                "--allow-origin=https://o.example",
                "--internal-port=7",
                "--zone=eu-1",
                "--threads=5",
                "--store-memory-mib=6",
                "--memory-tier-mib=9",
                "--state-dir=/s");
        assertThat(settings)
                .isEqualTo(
                        QueryApiSettings.builder(settings.kafka(), settings.registry(), Path.of("/s"), Path.of(secrets))
                                .host("0.0.0.0")
                                .apiPort(1)
                                .authPort(2)
                                .issuer(URI.create("https://auth.example"))
                                .audience("a")
                                .environment(Environment.STAGING)
                                .maxBatchSize(3)
                                .maxBodyBytes(4)
                                .accessControlAllowOrigin("https://o.example")
                                .internalPort(7)
                                .zone("eu-1")
                                .threads(5)
                                .storeMemoryBytes(6L << 20)
                                .memoryTierBytes(9L << 20)
                                .build());
    }

    @Test
    void query_api_takes_its_traffic_settings_from_flags() {
        QueryApiSettings settings = queryApi(
                "--secrets=" + secrets,
                "--requests-per-second=1",
                "--request-burst=2",
                "--max-concurrent-requests=3",
                "--max-connections=4",
                "--trusted-proxies=10.0.0.0/8,192.0.2.1");
        assertThat(settings.traffic())
                .isEqualTo(new TrafficSettings(
                        new RateLimit(1, 2),
                        new HttpLimits(3, 4, HttpLimits.DEFAULT_PATIENCE),
                        List.of("10.0.0.0/8", "192.0.2.1")));
    }

    @Test
    void D17_another_issuer_is_given_by_its_name_and_its_keys() {
        URI keys = URI.create("https://id.example/keys");
        QueryApiSettings settings =
                queryApi("--secrets=" + secrets, "--issuer=https://id.example/", "--jwks-url=" + keys);
        assertThat(settings.externalIssuer()).isEqualTo(new ExternalIssuer(URI.create("https://id.example/"), keys));
        for (String wrong : List.of("--jwks-url=" + keys, "--issuer=https://id.example --jwks-url=http://id.example")) {
            List<QueryApiSettings> started = new ArrayList<>();
            List<String> arguments = new ArrayList<>(List.of(wrong.split(" ", -1)));
            arguments.add("--secrets=" + secrets);
            assertThat(execute(
                            new QueryApiCommand(stopsAtOnce, found, starting(started)),
                            arguments.toArray(String[]::new)))
                    .isNotZero();
            assertThat(started).isEmpty();
        }
    }

    @Test
    void query_api_without_flags_runs_with_its_own_defaults() {
        QueryApiSettings settings = queryApi("--secrets=" + secrets);
        assertThat(settings)
                .isEqualTo(QueryApiSettings.builder(
                                settings.kafka(), settings.registry(), settings.stateDir(), Path.of(secrets))
                        .build());
    }

    @Test
    void webhook_sink_takes_its_settings_from_flags() {
        WebhookSinkSettings settings = webhookSink(
                "--secrets=" + secrets,
                "--allow-private-webhooks",
                "--webhook-ports=443,9443",
                "--webhook-timeout-seconds=1",
                "--webhook-concurrency=2",
                "--webhook-total-concurrency=3",
                "--webhook-secret-overlap-hours=7",
                "--threads=4",
                "--store-memory-mib=5",
                "--canary-seconds=9",
                "--standbys=2",
                "--host=h",
                "--internal-port=8",
                "--state-dir=/s",
                "--alert-webhook-url=http://10.0.0.7/alerts",
                "--alert-webhook-secret-file=" + folder.resolve("alert.secret"),
                "--alert-failing-minutes=3",
                "--alert-suspension-hours=48");
        assertThat(settings)
                .isEqualTo(new WebhookSinkSettings(
                        settings.kafka(),
                        settings.registry(),
                        Path.of("/s"),
                        Path.of(secrets),
                        true,
                        Set.of(443, 9_443),
                        Duration.ofSeconds(1),
                        2,
                        3,
                        Duration.ofHours(7),
                        4,
                        5L << 20,
                        Duration.ofSeconds(9),
                        new GroupSettings(2, null),
                        "h",
                        8,
                        TracingSettings.OFF,
                        new AlertSettings(
                                URI.create("http://10.0.0.7/alerts"),
                                folder.resolve("alert.secret"),
                                new AlertThresholds(Duration.ofMinutes(3), Duration.ofHours(48)))));
    }

    @Test
    void the_secret_of_alerts_is_made_at_the_first_start_and_kept() throws Exception {
        String alerts = "--alert-webhook-url=https://ops.example/hook";
        Path file = Path.of(secrets).resolveSibling("alert-webhook.secret");
        webhookSink("--secrets=" + secrets);
        assertThat(file).doesNotExist();
        webhookSink("--secrets=" + secrets, alerts);
        String made = Files.readString(file);
        assertThat(made).startsWith("whsec_");
        webhookSink("--secrets=" + secrets, alerts);
        assertThat(Files.readString(file)).isEqualTo(made);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--alert-webhook-url=ftp://ops.example/hook",
                "--alert-webhook-url=https://user:word@ops.example/hook",
                "--alert-webhook-url=https://ops.example/hook --alert-webhook-secret-file=/dev/null"
            })
    void webhook_sink_does_not_start_with_alerts_that_can_not_work(String wrong) {
        List<String> arguments = new ArrayList<>(List.of(wrong.split(" ", -1)));
        arguments.add("--secrets=" + secrets);
        List<WebhookSinkSettings> started = new ArrayList<>();
        assertThat(execute(
                        new WebhookSinkCommand(stopsAtOnce, found, starting(started)),
                        arguments.toArray(String[]::new)))
                .isNotZero();
        assertThat(started).isEmpty();
    }

    @Test
    void webhook_sink_without_flags_runs_with_its_own_defaults_and_keeps_private_addresses_closed() {
        WebhookSinkSettings settings = webhookSink("--secrets=" + secrets);
        assertThat(settings)
                .isEqualTo(WebhookSinkSettings.of(
                        settings.kafka(), settings.registry(), settings.stateDir(), Path.of(secrets)));
        assertThat(settings.allowPrivateAddresses()).isFalse();
    }

    @Test
    void the_number_of_partitions_is_given_to_streams_app_and_found_by_the_others() {
        assertThat(streamsApp("--partitions=3").kafka().topics().partitions()).isEqualTo(3);
        assertThat(queryApi("--secrets=" + secrets).kafka().topics().partitions())
                .isEqualTo(6);
        assertThat(webhookSink("--secrets=" + secrets).kafka().topics().partitions())
                .isEqualTo(6);
        assertThat(execute(new QueryApiCommand(stopsAtOnce, found, starting(new ArrayList<>())), "--partitions=6"))
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--allow-private-webhooks=true", "--allow-private-webhooks"})
    void a_flag_that_is_given_is_on(String flag) {
        assertThat(webhookSink("--secrets=" + secrets, flag).allowPrivateAddresses())
                .isTrue();
        assertThat(webhookSink("--secrets=" + secrets, "--allow-private-webhooks=false")
                        .allowPrivateAddresses())
                .isFalse();
    }

    @Test
    void spans_are_off_until_there_is_somewhere_to_send_them_to() throws Exception {
        Path headers =
                Files.writeString(folder.resolve("headers"), "authorization=Bearer hunter2\nx-tenant: catalog\n");
        String[] flags = {"--trace-ratio=0.5", "--otlp-headers-file=" + headers, "--otlp-endpoint=http://collector:4318"
        };
        TracingSettings on = new TracingSettings(
                URI.create("http://collector:4318"),
                0.5,
                Map.of("authorization", "Bearer hunter2", "x-tenant", "catalog"));
        assertThat(streamsApp(flags).tracing()).isEqualTo(on);
        assertThat(queryApi(flags[0], flags[1], flags[2], "--secrets=" + secrets)
                        .tracing())
                .isEqualTo(on);
        assertThat(webhookSink(flags[0], flags[1], flags[2], "--secrets=" + secrets)
                        .tracing())
                .isEqualTo(on);
        assertThat(streamsApp(flags).toString())
                .contains("collector", "x-tenant")
                .doesNotContain("hunter2");
        assertThat(streamsApp(flags[0], flags[1]).tracing()).isEqualTo(TracingSettings.OFF);
        assertThat(streamsApp(flags[2]).tracing().ratio()).isEqualTo(TracingSettings.DEFAULT_RATIO);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--otlp-endpoint=collector:4318",
                "--otlp-endpoint=http://user:password@collector:4318",
                "--trace-ratio=1.1",
                "--trace-ratio=NaN",
                "--trace-ratio=often",
                "--otlp-headers-file=/nowhere"
            })
    void settings_of_spans_that_can_not_be_used_are_refused(String flag) {
        List<StreamsAppSettings> started = new ArrayList<>();
        assertThat(execute(new StreamsAppCommand(stopsAtOnce, starting(started)), flag))
                .isNotZero();
        assertThat(started).isEmpty();
    }

    @Test
    void what_is_logged_of_the_settings_holds_no_secret() throws Exception {
        Path kafka = Files.writeString(
                folder.resolve("kafka.properties"),
                "sasl.jaas.config=username=\"u\" password=\"hunter2\"\nssl.keystore.password=hunter2\n");
        Path registry = Files.writeString(folder.resolve("registry"), "Bearer hunter2");
        String[] flags = {"--kafka-config=" + kafka, "--registry-authorization=" + registry};
        String[] withKey = {flags[0], flags[1], "--secrets=" + secrets};
        String[] withAlerts = {flags[0], flags[1], withKey[2], "--alert-webhook-url=https://ops.example/hunter2"};
        for (Record settings : List.of(streamsApp(flags), queryApi(withKey), webhookSink(withAlerts))) {
            assertThat(settings.toString())
                    .contains("ssl.keystore.password", registry.toString())
                    .doesNotContain("hunter2")
                    .doesNotContain(Files.readString(Path.of(secrets)).strip());
        }
    }

    @Test
    void nothing_is_started_without_a_master_key() {
        List<QueryApiSettings> started = new ArrayList<>();
        int status =
                execute(new QueryApiCommand(stopsAtOnce, found, starting(started)), "--secrets=/nowhere/master.key");
        assertThat(status).isEqualTo(1);
        assertThat(started).isEmpty();
    }

    @Test
    void a_value_of_the_wrong_type_is_wrong_usage() {
        int status = execute(new QueryApiCommand(stopsAtOnce, found, starting(new ArrayList<>())), "--http-port=http");
        assertThat(status).isEqualTo(2);
        assertThat(err.toString()).contains("--http-port");
    }

    private StreamsAppSettings streamsApp(String... arguments) {
        List<StreamsAppSettings> started = new ArrayList<>();
        assertThat(execute(new StreamsAppCommand(stopsAtOnce, starting(started)), arguments))
                .as(err.toString())
                .isZero();
        return started.get(0);
    }

    private QueryApiSettings queryApi(String... arguments) {
        List<QueryApiSettings> started = new ArrayList<>();
        assertThat(execute(new QueryApiCommand(stopsAtOnce, found, starting(started)), arguments))
                .as(err.toString())
                .isZero();
        return started.get(0);
    }

    private WebhookSinkSettings webhookSink(String... arguments) {
        List<WebhookSinkSettings> started = new ArrayList<>();
        assertThat(execute(new WebhookSinkCommand(stopsAtOnce, found, starting(started)), arguments))
                .as(err.toString())
                .isZero();
        return started.get(0);
    }

    private static <S> Function<S, Application> starting(List<S> started) {
        return settings -> {
            started.add(settings);
            return new Application(() -> true, () -> false, () -> {});
        };
    }

    private int execute(Object command, String... arguments) {
        return new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
