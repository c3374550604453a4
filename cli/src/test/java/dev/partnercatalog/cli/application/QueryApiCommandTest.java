package dev.partnercatalog.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.query.QueryApiSettings.AcceptedTokens;
import dev.partnercatalog.query.QueryApiSettings.AddressSettings;
import dev.partnercatalog.query.QueryApiSettings.ChangeSettings;
import dev.partnercatalog.query.QueryApiSettings.Environment;
import dev.partnercatalog.query.QueryApiSettings.TableSettings;
import dev.partnercatalog.query.QueryApiSettings.TrafficSettings;
import dev.partnercatalog.query.access.ExternalIssuer;
import dev.partnercatalog.query.access.TokenForm;
import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.http.limit.RateLimit;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryApiCommandTest {

    private final ApplicationCommands commands;

    QueryApiCommandTest(@TempDir Path folder) {
        commands = new ApplicationCommands(folder);
    }

    @Test
    void query_api_takes_its_settings_from_flags() {
        QueryApiSettings settings = commands.queryApi(
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
                "--desk=false",
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
                        commands.masterKey(),
                        new AddressSettings("0.0.0.0", 1, 2, 7, null),
                        new AcceptedTokens(URI.create("https://auth.example"), null, "a", "https://d.example"),
                        Environment.STAGING,
                        "https://o.example",
                        new TrafficSettings(TrafficSettings.DEFAULT.rate(), HttpLimits.DEFAULT, 3, 4, List.of()),
                        ChangeSettings.DEFAULT,
                        new TableSettings("eu-1", 6L << 20, 9L << 20, Duration.ofHours(5)),
                        false));
    }

    @Test
    void query_api_takes_its_traffic_settings_from_flags() {
        QueryApiSettings settings = commands.queryApi(
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
        QueryApiSettings settings = commands.queryApi("--issuer=https://id.example/", "--jwks-url=" + keys);
        assertThat(settings.tokens().external())
                .isEqualTo(new ExternalIssuer(URI.create("https://id.example/"), keys, TokenForm.RFC_9068));
        commands.refusedQueryApi("--jwks-url=" + keys);
        commands.refusedQueryApi("--issuer=https://id.example", "--jwks-url=http://id.example");
    }

    @Test
    void D17_the_form_of_another_issuer_s_tokens_is_a_setting() {
        String[] other = {"--issuer=https://id.example/", "--jwks-url=https://id.example/keys"};
        QueryApiSettings settings = commands.queryApi(
                other[0],
                other[1],
                "--token-types=JWT,none",
                "--token-audience-claim=none",
                "--token-scope-claim=roles");
        assertThat(Objects.requireNonNull(settings.tokens().external()).form())
                .isEqualTo(new TokenForm(Set.of("jwt", "none"), "none", "roles"));
        commands.refusedQueryApi(other[0], other[1], "--token-types=id_token");
        commands.refusedQueryApi("--token-types=JWT");
    }

    @Test
    void query_api_without_flags_runs_with_its_own_defaults() {
        QueryApiSettings settings = commands.queryApi();
        assertThat(settings)
                .isEqualTo(QueryApiSettings.of(
                        settings.kafka(), settings.registry(), settings.stateDir(), commands.masterKey()));
    }

    @Test
    void nothing_is_started_without_a_master_key() {
        assertThat(commands.refusedQueryApi("--secrets=/nowhere/master.key").status())
                .isEqualTo(1);
    }

    @Test
    void a_value_of_the_wrong_type_is_wrong_usage() {
        CommandRun run = commands.refusedQueryApi("--http-port=http");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("--http-port");
    }
}
