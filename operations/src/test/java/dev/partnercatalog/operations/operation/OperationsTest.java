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
    void every_operation_has_a_file_of_its_own_and_is_in_the_list() throws Exception {
        List<Operation> found = new ArrayList<>();
        for (String name : classes()) {
            Class<?> type = Class.forName(Operation.class.getPackageName() + "." + name);
            int before = found.size();
            for (Field field : type.getDeclaredFields()) {
                if (field.getType().equals(Operation.class)) {
                    field.setAccessible(true);
                    found.add((Operation) field.get(null));
                }
            }
            assertThat(found.size() - before).as(name).isLessThanOrEqualTo(1);
        }
        assertThat(Operations.all()).containsExactlyInAnyOrderElementsOf(found);
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
                    .filter(name -> !name.equals("Given"))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void it_says_what_it_does_and_its_parameters_differ(Operation operation) {
        assertThat(operation.name()).matches("[a-z-]+ [a-z-]+");
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
        "ROLE, Look, admin"
    })
    void a_value_has_its_form(Parameter.Form form, String right, String wrong) {
        Parameter parameter = new Parameter("p", "P", form, Parameter.Use.OPTIONAL, "It is.");
        assertThat(parameter.check(right)).isEqualTo(right);
        assertThatThrownBy(() -> parameter.check(wrong))
                .isInstanceOf(WrongUsageException.class)
                .hasMessageContaining("'" + wrong + "' is invalid");
    }

    @Test
    void what_must_be_given_is_and_what_needs_another_has_it() {
        assertThatThrownBy(() -> given(Map.of())).hasMessage("--partner is missing");
        assertThatThrownBy(() -> ResyncWebhook.scope(given(Map.of("partner", "p", "location", "7"))))
                .isInstanceOf(WrongUsageException.class)
                .hasMessage("--location requires --company");
        assertThatThrownBy(() -> ResyncWebhook.scope(given(Map.of("partner", "p", "company", "7", "barcode", "b"))))
                .hasMessage("--barcode requires --location");
        assertThat(ResyncWebhook.scope(given(Map.of("partner", "p", "company", ""))))
                .isNull();
    }

    private static Given given(Map<String, String> values) {
        return Given.of(ResyncWebhook.OPERATION, parameter -> values.get(parameter.name()));
    }
}
