package dev.partnercatalog.operations.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An operation is one file, and a line of the list. */
class OperationsTest {

    static List<Operation> operations() {
        return Operations.all();
    }

    @Test
    void every_list_of_a_group_is_in_the_list() throws Exception {
        List<Object> found = new ArrayList<>();
        for (String name : classes()) {
            for (Field field :
                    Class.forName(Operation.class.getPackageName() + "." + name).getDeclaredFields()) {
                if (field.getName().equals("ALL") && field.getType().equals(List.class) && !name.equals("Operations")) {
                    field.setAccessible(true);
                    found.addAll((List<?>) field.get(null));
                }
            }
        }
        assertThat(new ArrayList<Object>(Operations.all())).containsExactlyInAnyOrderElementsOf(found);
    }

    private static List<String> classes() throws Exception {
        URI compiled = Operation.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI();
        Path folder = Path.of(compiled).resolve(Operation.class.getPackageName().replace('.', '/'));
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".class") && !file.contains("$") && !file.startsWith("package-info"))
                    .map(file -> file.substring(0, file.length() - ".class".length()))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void it_says_what_it_does_and_its_parameters_differ(Operation operation) {
        assertThat(operation.name()).matches("[a-z-]+( [a-z-]+){1,2}");
        assertThat(operation.words().says()).endsWith(".");
        assertThat(operation.parameters()).extracting(Parameter::name).doesNotHaveDuplicates();
        assertThat(operation.parameters()).extracting(Parameter::says).allMatch(says -> says.endsWith("."));
        assertThat(Operations.all()).extracting(Operation::name).containsOnlyOnce(operation.name());
    }

    @ParameterizedTest
    @CsvSource({
        "NAME, a_b-C, a/b",
        "OPERATOR, a@b.example, a b",
        "ID, 9007199254740991, 9007199254740992",
        "ID, 1, 0",
        "ID, 7, 99999999999999999999",
        "ID, 7, x",
        "ROLE, Look, admin",
        "WHOLE, 0, -1",
        "MINUTES, 1440, 1441",
        "BASE64, a/8=, a=8",
        "URL, https://api.example, ftp://api.example",
        "TIME, 3d, tomorrow",
        "TIME, 2026-01-31T08:00:00Z, 2026-01-31",
        "DEAD_LETTER, 0-17, 17",
        "SOURCE, listings, clients",
        "OWN_TOPIC, clients, listings"
    })
    void a_value_has_its_form(Parameter.Form form, String right, String wrong) {
        Parameter parameter = Parameter.optional("p", "P", form, "It is.");
        assertThat(parameter.check(right)).isEqualTo(right);
        assertThatThrownBy(() -> parameter.check(wrong))
                .isInstanceOf(WrongUsageException.class)
                .hasMessageContaining("'" + wrong + "' is invalid");
    }

    @Test
    void what_must_be_given_is_and_what_needs_another_has_it() {
        assertThatThrownBy(() -> given(Map.of())).hasMessage("--partner is missing");
        assertThatThrownBy(() -> WebhooksOperations.scope(given(Map.of("partner", "p", "location", "7"))))
                .isInstanceOf(WrongUsageException.class)
                .hasMessage("--location requires --company");
        Map<String, String> nowhere = Map.of("partner", "p", "company", "7", "barcode", "b");
        assertThatThrownBy(() -> WebhooksOperations.scope(given(nowhere))).hasMessage("--barcode requires --location");
        assertThat(WebhooksOperations.scope(given(Map.of("partner", "p", "company", ""))))
                .isNull();
    }

    @Test
    void a_fault_names_the_field_and_is_a_sentence_without_dashes() {
        assertThatThrownBy(() -> WebhooksOperations.scope(given(Map.of("partner", "p", "location", "7"))))
                .isInstanceOfSatisfying(WrongUsageException.class, fault -> {
                    assertThat(fault.parameter()).isEqualTo("company");
                    assertThat(fault.sentence()).isEqualTo("Location requires company.");
                });
    }

    @Test
    void letters_are_chosen_by_their_ids_or_by_a_filter_and_not_by_both() {
        assertThat(letters(Map.of("id", "0-17")).words()).isEqualTo("0-17");
        assertThat(letters(Map.of("all", Given.ON, "topic", "listings", "reason", "too old"))
                        .words())
                .isEqualTo("all from listings whose reason contains: too old");
        assertThatThrownBy(() -> letters(Map.of())).hasMessage("specify the ids of dead letters, or --all");
        assertThatThrownBy(() -> letters(Map.of("id", "0-17", "all", Given.ON)))
                .hasMessage("specify the ids of dead letters, or --all");
        assertThatThrownBy(() -> letters(Map.of("id", "0-17", "since", "1h")))
                .hasMessage("--topic, --since, --until and --reason require --all");
    }

    private static DeadLetterSelection letters(Map<String, String> values) {
        return DeadLetterSelection.of(Given.of(
                DeadLetterOperations.DISMISS, parameter -> List.of(values.getOrDefault(parameter.name(), ""))));
    }

    private static Given given(Map<String, String> values) {
        return Given.of(WebhooksOperations.RESYNC, parameter -> List.of(values.getOrDefault(parameter.name(), "")));
    }
}
