package dev.partnercatalog.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everything that is wrong with an application's settings is reported at once. */
class UsageFaultsTest {

    @TempDir
    Path folder;

    @Test
    void each_value_of_the_wrong_kind_and_out_of_range_and_each_unknown_option_is_named() {
        CommandRun run = run(
                "query-api",
                "--http-port=http",
                "--no-such-option=1",
                "--changes-kept-hours",
                "0",
                "--environment=test",
                "--kafka=nowhere",
                "--webhook-secret-overlap-hours=-1",
                "--auth-port=65536",
                "--base-url=::");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err().lines().toList()).first().asString().isEqualTo("catalog: 8 settings are invalid:");
        assertThat(run.err())
                .contains(
                        "'--http-port' ($CATALOG_HTTP_PORT)",
                        "--no-such-option",
                        "'--environment' ($CATALOG_ENVIRONMENT)",
                        "'--kafka' ($CATALOG_KAFKA)",
                        "'--base-url' ($CATALOG_BASE_URL)",
                        "'--changes-kept-hours' ($CATALOG_CHANGES_KEPT_HOURS): 0 is out of range: 1 to 168",
                        "'--webhook-secret-overlap-hours' ($CATALOG_WEBHOOK_SECRET_OVERLAP_HOURS): -1 is out of range: at least"
                                + " 0",
                        "'--auth-port' ($CATALOG_AUTH_PORT): 65536 is out of range: 0 to 65535");
    }

    @Test
    void one_fault_is_one_line() {
        CommandRun run = run("streams-app", "--partitions=0");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err().lines().toList())
                .startsWith("catalog: Invalid value for option '--partitions' ($CATALOG_PARTITIONS): 0 is out of range:"
                        + " 1 to 1000");
    }

    @ParameterizedTest
    @CsvSource({
        "streams-app, --commit-interval-ms=0",
        "webhook-sink, --webhook-total-concurrency=1",
        "webhook-sink, --internal-port=-1",
        "streams-app, --threads=0",
        "webhook-sink, --threads=0",
        "query-api, --changes-kept-hours=169",
        "query-api, --change-timeout-seconds=61",
        "query-api, --max-body-bytes=67108865"
    })
    void a_number_just_out_of_its_range_is_refused(String command, String option) {
        CommandRun run = run(command, option);
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains(option.substring(0, option.indexOf('=')), "out of range");
    }

    @Test
    void settings_that_do_not_go_together_are_named_together() {
        CommandRun run = run(
                "query-api",
                "--registry=http://user:word@r",
                "--zone= ",
                "--topic-prefix=/",
                "--jwks-url=https://id.example/keys",
                "--secrets=" + folder.resolve("none"));
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err())
                .startsWith("catalog: query-api can't start with these settings:\n")
                .contains("credentials", "zone", "topic prefix", "--jwks-url requires --issuer", "--secrets")
                .doesNotContain("word");
    }

    @Test
    void help_is_given_whatever_the_settings_are() {
        CommandRun run = run("streams-app", "--partitions=0", "--help");
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("--partitions");
    }

    @Test
    void faults_of_variables_are_named_at_once_too() throws Exception {
        Path log = folder.resolve("log");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Catalog.class.getName(),
                        "webhook-sink",
                        "--webhook-concurrency=many")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment()
                .putAll(Map.of("CATALOG_THREADS", "some", "CATALOG_STANDBYS", "-1", "CATALOG_LOG_FORMAT", "xml"));
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(Files.readString(log, UTF_8))
                .contains("4 settings are invalid", "$CATALOG_THREADS", "$CATALOG_STANDBYS", "$CATALOG_LOG_FORMAT")
                .contains("--webhook-concurrency");
    }

    private static CommandRun run(String... arguments) {
        return CommandRun.ofProgram(Catalog.commandLine(), arguments);
    }
}
