package dev.partnercatalog.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.partnercatalog.cli.output.OperatorFault;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * No text of the catalog has an effect on the terminal on which a command prints it, whichever command that is; and how a
 * command ends if nobody reads its output to the end, or if it can't be written.
 */
class StandardOutputTest {
    private static final String HOSTILE =
            "\u001b[31m \u007f \u0085 \u202eabc\u2066 \u200b \r\u001b[K \ud800 \udb40\udc01";
    private static final String SHOWN =
            "\\u001b[31m \\u007f \\u0085 \\u202eabc\\u2066 \\u200b \\u000d\\u001b[K \\ud800 \\udb40\\udc01";

    @Command(name = "hostile")
    private static final class HostileCommand implements Runnable {

        @Spec
        private CommandSpec spec = CommandSpec.create();

        @Override
        public void run() {
            PrintWriter out = spec.commandLine().getOut();
            out.println(HOSTILE);
            out.printf("%s: %d%n", HOSTILE, 7);
            out.print(HOSTILE.toCharArray());
            out.append(HOSTILE).append('\u001b').println();
            spec.commandLine().getErr().println("line 1: " + HOSTILE);
            throw new OperatorFault("no " + HOSTILE);
        }
    }

    @Test
    void every_command_of_the_program_prints_what_a_terminal_only_shows() {
        CommandLine program = Catalog.commandLine();
        program.addSubcommand(new HostileCommand());
        CommandRun run = CommandRun.ofProgram(program, "hostile");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out().lines()).containsExactly(SHOWN, SHOWN + ": 7", SHOWN + SHOWN + "\\u001b");
        assertThat(run.err().lines().filter(line -> !line.isEmpty()).reduce("", (a, b) -> a + "\n" + b))
                .contains("line 1: " + SHOWN, "catalog: no " + SHOWN);
    }

    @Test
    void wrong_usage_is_quoted_in_the_same_way() {
        CommandRun run = CommandRun.ofProgram(Catalog.commandLine(), HOSTILE);
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("\\u001b[31m").doesNotContain("\u001b", "\u202e");
    }

    @ParameterizedTest
    @ValueSource(strings = {HOSTILE, "plain", "größer 商品 \"x\" \\ \n \t", ""})
    void json_stays_the_same_data(String name) throws IOException {
        StringWriter printed = new StringWriter();
        new Catalog.PrintableOutput(new PrintWriter(printed))
                .println(JsonNodeFactory.instance.objectNode().put("name", name));
        assertThat(printed.toString().lines()).hasSize(1);
        assertThat(new ObjectMapper().readTree(printed.toString()).path("name").textValue())
                .isEqualTo(name);
    }

    @Test
    void text_that_everybody_can_read_and_line_breaks_stay_as_they_are() {
        StringWriter printed = new StringWriter();
        new Catalog.PrintableOutput(new PrintWriter(printed)).print("größer\n商品 😀\n\n" + System.lineSeparator());
        assertThat(printed).hasToString("größer\n商品 😀\n\n" + System.lineSeparator());
    }

    @Test
    void that_nothing_can_be_written_any_more_is_noticed() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("full");
            }
        };
        PrintWriter out = new Catalog.PrintableOutput(new PrintWriter(full, false, StandardCharsets.UTF_8));
        out.println("x");
        assertThat(out.checkError()).isTrue();
    }

    @Test
    void a_device_on_which_there_is_no_room_is_still_a_fault() throws IOException, InterruptedException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "this test needs a device that is always full");
        Process process = CatalogTest.program("generate-completion")
                .redirectOutput(full.toFile())
                .start();
        assertThat(process.errorReader().lines())
                .containsExactly("catalog: not everything was printed: standard output can't be written");
        assertThat(process.waitFor()).isEqualTo(1);
    }
}
