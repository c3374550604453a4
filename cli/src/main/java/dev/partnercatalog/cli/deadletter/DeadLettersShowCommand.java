package dev.partnercatalog.cli.deadletter;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetterLog;
import dev.partnercatalog.operations.deadletter.DeadLetterReport;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.deadletter.Payload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./catalog dead-letters show}. */
@Command(
        name = "show",
        description = {
            "Print one rejected event: the reason, where it came from, its key, headers and value.",
            "The value is decoded with the schema it was written with; if that fails, its bytes are shown."
        })
final class DeadLettersShowCommand implements Runnable {

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(
            paramLabel = "ID",
            converter = InForm.DeadLetter.class,
            description = "Id, as shown by 'dead-letters list'.")
    private LogPosition id = new LogPosition(0, 0);

    @Option(
            names = "--max",
            paramLabel = "N",
            defaultValue = "4096",
            description =
                    "Most characters of a decoded value, or bytes of another, to print, default" + " ${DEFAULT-VALUE}.")
    @Range(min = 0)
    private int max;

    @Mixin
    private ReportOutput output = new ReportOutput();

    @Override
    public void run() {
        DeadLetter letter = DeadLetterLog.read(connection.kafka(), log -> log.find(id))
                .orElseThrow(() -> new OperatorFault("dead letter " + id
                        + " doesn't exist, or no longer exists: see './catalog dead-letters list'"));
        byte[] value = letter.value();
        Payload payload = value == null ? null : Payload.of(letter, value, connection.registry());
        output.print(DeadLetterReport.one(letter, payload, max));
    }
}
