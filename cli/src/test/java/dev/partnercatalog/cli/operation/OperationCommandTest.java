package dev.partnercatalog.cli.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.Catalog;
import dev.partnercatalog.operations.operation.Operation;
import dev.partnercatalog.operations.operation.Operations;
import dev.partnercatalog.operations.operation.Parameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A command takes everything from its operation, so that a new operation is a command by itself. */
class OperationCommandTest {

    private static final CommandLine PROGRAM = Catalog.commandLine();

    static List<Operation> operations() {
        return Operations.all();
    }

    @ParameterizedTest
    @MethodSource("operations")
    void every_operation_is_a_command_with_its_words_and_parameters(Operation operation) {
        CommandSpec command = spec(operation);
        assertThat(String.join(" ", command.usageMessage().description()))
                .isEqualTo((operation.words().says() + " " + operation.words().prints()).strip());
        assertThat(command.positionalParameters()).hasSize((int) operation.parameters().stream()
                .filter(OperationCommandTest::isPosition)
                .count());
        for (Parameter parameter : operation.parameters()) {
            if (!isPosition(parameter)) {
                assertThat(command.findOption("--" + parameter.name()).required())
                        .isEqualTo(parameter.use() == Parameter.Use.REQUIRED);
            }
        }
    }

    private static boolean isPosition(Parameter parameter) {
        return parameter.use() == Parameter.Use.POSITION || parameter.use() == Parameter.Use.POSITIONS;
    }

    private static CommandSpec spec(Operation operation) {
        CommandLine command = PROGRAM;
        for (String word : operation.name().split(" ", -1)) {
            command = Objects.requireNonNull(command.getSubcommands().get(word), word);
        }
        return command.getCommandSpec();
    }

    @Test
    void no_source_of_the_commands_or_the_console_names_an_operation() throws IOException {
        for (String module : List.of("cli", "console")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    String source = Files.readString(file);
                    assertThat(Operations.all())
                            .as("%s", file)
                            .noneMatch(operation -> source.contains('"' + operation.name() + '"'));
                }
            }
        }
    }
}
