package dev.partnercatalog.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.operations.recorded.ExampleCatalog;
import dev.partnercatalog.operations.recorded.TopicsInMemory;
import dev.partnercatalog.resolution.Scope;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletenessCommandTest {

    private final TopicsInMemory topics = new TopicsInMemory();

    @BeforeEach
    void publish() {
        new ExampleCatalog(topics).publishEverything(true);
        topics.layer(
                "7/#override",
                CompanyOverride.class,
                CompanyOverride.newBuilder(ExampleCatalog.override())
                        .setThc(new Range("1,260mg\u001b[2J", "", ""))
                        .build());
        topics.resolve(new Scope.Company(7), 20);
    }

    @AfterEach
    void close() {
        topics.close();
    }

    @Test
    void counts_come_by_company_and_by_partner_with_the_values_at_fault() {
        CommandRun run = run();
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .containsSubsequence(
                        "company  listed  not in BPD  no image  no unit  no potency  no potency unit  unit not converted",
                        "7        1       0           0         0        0           0                0",
                        "As partners read them",
                        "p        1       0           0         0        0           0                1",
                        "Examples, by partner",
                        "p        unit not converted  7/4001",
                        "Values that can't be converted",
                        "4001     \"mg/g\"      thc.avg  \"1,260mg\\u001B[2J\"  it is not a plain decimal number")
                .doesNotContain("\u001b");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void programs_get_one_json_object() {
        CommandRun run = run("--json", "--partner-id", "p");
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .startsWith("{\"stopped\":[],\"companies\":{\"7\":{\"listed\":1,")
                .contains("\"reason\":\"NO_NUMBER\",\"field\":\"thc.avg\"")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--company 0", "--company x", "--partner-id a/b", "--seconds -1 x"})
    void what_is_out_of_form_is_wrong_usage(String arguments) {
        CommandRun run = run(arguments.split(" "));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).isNotEmpty();
    }

    private CommandRun run(String... arguments) {
        return CommandRun.of(new CompletenessCommand(options -> topics.catalog()), arguments);
    }
}
