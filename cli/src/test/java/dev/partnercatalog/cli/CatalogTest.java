package dev.partnercatalog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class CatalogTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_shell_is_told_how_to_complete_commands_and_options() {
        CommandRun run = run("generate-completion");
        assertThat(run.status()).isZero();
        assertThat(run.out()).startsWith("#!/usr/bin/env bash").contains("validate", "--format");
    }

    @Test
    void the_help_lists_every_command_as_if_all_were_complete() {
        CommandRun run = run("--help");
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .isEqualTo(CommandRun.ofProgram(Catalog.commandLine(), "--help").out())
                .isEqualTo(run().out())
                .containsSubsequence("publish", "client", "streams-app", "generate-completion");
        assertThat(run().status()).isZero();
    }

    @Test
    void only_the_command_that_is_named_is_made() {
        CommandLine program = Catalog.commandLine(new String[] {"client", "list"});
        assertThat(partsOf("client", program)).contains("list");
        assertThat(partsOf("webhooks", program)).isEmpty();
    }

    @Test
    void a_command_may_come_from_a_file_of_arguments() throws IOException {
        Path file = Files.writeString(folder.resolve("arguments"), "webhooks status --help");
        CommandRun run = run("@" + file);
        assertThat(run.status()).isZero();
        assertThat(run.out()).startsWith("Usage: catalog webhooks status");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void every_command_has_help_on_standard_output(String command) {
        CommandRun run = run((command + " --help").strip().split(" "));
        assertThat(run.status()).isZero();
        assertThat(run.out()).startsWith("Usage: " + ("catalog " + command).strip());
        assertThat(run.err()).isEmpty();
    }

    static List<String> commands() {
        return commands(Catalog.commandLine(), "").toList();
    }

    private static Stream<String> commands(CommandLine command, String name) {
        return Stream.concat(
                Stream.of(name),
                command.getSubcommands().entrySet().stream()
                        .flatMap(part -> commands(part.getValue(), (name + " " + part.getKey()).strip())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nothing",
                "publish",
                "publish listings",
                "publish listings - x",
                "client create",
                "webhooks suspend",
                "webhooks resync p --location 7",
                "webhooks resync p --company 7 --barcode b",
                "listen --status 100",
                "listen --port 65536",
                "dead-letters show",
                "dead-letters show 17",
                "dead-letters list --since yesterday",
                "dead-letters list --topic nothing",
                "dead-letters list --limit 0",
                "dead-letters replay",
                "dead-letters replay 0-1 --all",
                "dead-letters replay 0-1 --since 3h"
            })
    void wrong_usage_is_told_in_one_line_with_a_pointer_to_the_help(String arguments) {
        CommandRun run = run(arguments.split(" "));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).startsWith("catalog: ").contains("--help'.");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void a_command_that_is_misspelt_gets_a_suggestion() {
        assertThat(run("publsh").status()).isEqualTo(2);
        assertThat(run("explian").err()).contains("explain");
        assertThat(run("webhooks", "resum").err()).contains("resume");
    }

    @Test
    void a_file_that_is_not_there_or_is_a_folder_is_told_in_one_line() {
        for (String file : List.of("/nowhere/x.ndjson", folder.toString())) {
            CommandRun run = run("publish", "listings", file);
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err())
                    .startsWith("catalog: " + file + " can't be read: ")
                    .hasLineCount(1);
        }
    }

    @Test
    void settings_of_kafka_that_do_not_hold_together_are_told_in_one_line() throws IOException {
        Path config = Files.writeString(
                folder.resolve("kafka.properties"),
                "security.protocol=SSL\nssl.truststore.location=/nowhere/trusted.p12\n");
        for (String[] command : new String[][] {{"client", "list"}, {"webhooks", "status"}, {"signing-key", "list"}}) {
            CommandRun run = run(command[0], command[1], "--kafka-config", config.toString());
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).hasLineCount(1).contains("--kafka-config", "/nowhere/trusted.p12");
        }
    }

    @Test
    void a_fault_without_a_remedy_is_status_1_too() {
        CommandRun run = CommandRun.ofProgram(Catalog.commandLine().addSubcommand(new Broken()), "broken");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).as("the log has it").isEmpty();
    }

    static ProcessBuilder program(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Catalog.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    private static Set<String> partsOf(String command, CommandLine program) {
        return Objects.requireNonNull(program.getSubcommands().get(command))
                .getSubcommands()
                .keySet();
    }

    private static CommandRun run(String... arguments) {
        return CommandRun.ofProgram(Catalog.commandLine(arguments), arguments);
    }

    @Command(name = "broken")
    private static final class Broken implements Callable<Integer> {
        @Override
        public Integer call() {
            throw new IllegalStateException("a fault of the program");
        }
    }
}
