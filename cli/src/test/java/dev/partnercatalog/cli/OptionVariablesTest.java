package dev.partnercatalog.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everything that is wrong with an application's settings is reported at once. */
class OptionVariablesTest {

    @ParameterizedTest
    @CsvSource({
        "--http-port=http, ($CATALOG_HTTP_PORT)",
        "--kafka=nowhere, ($CATALOG_KAFKA)",
        "--base-url=::, ($CATALOG_BASE_URL)",
        "--webhook-ports=0, --webhook-ports",
        "--no-such-option=1, --no-such-option"
    })
    void a_value_of_the_wrong_kind_and_an_unknown_option_are_named_with_the_variable(String option, String named) {
        CommandRun run = run("query-api", option);
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err().lines().toList())
                .first()
                .asString()
                .startsWith("catalog: ")
                .contains(named);
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
        "query-api, --max-body-bytes=67108865"
    })
    void a_number_just_out_of_its_range_is_refused(String command, String option) {
        CommandRun run = run(command, option);
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains(option.substring(0, option.indexOf('=')), "out of range");
    }

    @ParameterizedTest
    @CsvSource({
        "--registry=http://user:word@r, credentials",
        "'--zone= ', zone",
        "--topic-prefix=/, topic prefix",
        "--jwks-url=https://id.example/keys, --jwks-url requires --issuer",
        "--secrets=/no/such/file, --secrets"
    })
    void a_setting_that_can_not_be_used_is_named_without_a_secret_in_it(String option, String named) {
        CommandRun run = run("query-api", option);
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains(named).doesNotContain("word");
    }

    @Test
    void help_is_given_whatever_the_settings_are() {
        CommandRun run = run("streams-app", "--partitions=0", "--help");
        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("--partitions");
    }

    @Test
    void a_fault_of_a_variable_is_named_with_it() throws Exception {
        ProcessBuilder program = CatalogTest.program("webhook-sink");
        program.environment().put("CATALOG_THREADS", "some");
        Process process = program.start();
        String err = new String(process.getErrorStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).isEqualTo(2);
        assertThat(err).startsWith("catalog: ").contains("'--threads' ($CATALOG_THREADS)");
    }

    private static CommandRun run(String... arguments) {
        return CommandRun.ofProgram(Catalog.commandLine(), arguments);
    }
}
