package dev.partnercatalog.cli.deadletters;

import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.Range;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.deadletter.Payload;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog dead-letters show}. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = {
            "Print one rejected event: why, where from, its key and headers, and its value.",
            "The value is decoded with the schema it was written with; its bytes are shown where that can't be."
        })
final class DeadLettersShowCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "ID", converter = IdConverter.class, description = "As 'dead-letters list' shows it.")
    private LogPosition id = new LogPosition(0, 0);

    @Option(
            names = "--max",
            paramLabel = "N",
            defaultValue = "4096",
            description = "Characters of the decoded value, or bytes of another, at most, default ${DEFAULT-VALUE}.")
    @Range(min = 0)
    private int max;

    @Option(names = "--json", description = "One JSON object with the whole value, for programs.")
    private boolean json;

    @Override
    public void run() {
        new DeadLetters(connection)
                .read(log -> print(log.find(id)
                        .orElseThrow(() -> new OperatorFault("there is no dead letter " + id
                                + ", or no longer: see './catalog dead-letters list'"))));
    }

    private void print(DeadLetter letter) {
        byte[] value = letter.value();
        Payload payload = value == null ? null : Payload.of(letter, value, connection.registry());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(DeadLetterJson.line(DeadLetterJson.of(letter, payload)));
        } else {
            out.print(DeadLetterText.page(letter, payload, max));
            out.flush();
        }
    }
}
