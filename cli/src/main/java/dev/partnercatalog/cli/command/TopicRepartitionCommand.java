package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.options.AuditOptions;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.cli.output.WaitingLine;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.partitions.ComparedTopic;
import dev.partnercatalog.operations.partitions.InputCopy;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./catalog topic repartition}. */
@Command(
        name = "repartition",
        description = {
            "Copy what upstream publishes to topics with another prefix and another number of partitions.",
            "Creates the topics, copies, compares all keys and values once it has caught up, and follows what is"
                    + " published until Ctrl-C. Topics that hold anything but its own copy are refused. It may be stopped and restarted at any time: it continues where it"
                    + " stopped. docs/operators/upgrades.md#another-partition-count says how to switch, with"
                    + " 'backup' and 'restore'.",
            "Events of 'partners' are copied from the moment when 'restore' has moved the partners."
        },
        footer = {
            "",
            "Exit status: 0 copied and compared (--once), 1 a copy differs or a fault, 2 wrong usage, 130 stopped by"
                    + " Ctrl-C, 143 by SIGTERM."
        })
final class TopicRepartitionCommand implements Callable<Integer> {

    private static final int STOP_SECONDS = 10;
    private static final int MOST_DIFFERENCES = 3;

    private static final Columns<ComparedTopic> COMPARED = Columns.<ComparedTopic>none()
            .shown("topic", topic -> Cell.text(topic.topic().baseName()))
            .shown("keys", topic -> Cell.number(topic.keys()))
            .shown("copied", topic -> Cell.number(topic.copiedKeys()))
            .shown("digest", topic -> Cell.text(Long.toHexString(topic.digest())))
            .shown("content", topic -> Cell.text(topic.same() ? "the same" : "DIFFERENT"));

    private final Consumer<Runnable> onStop;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--to-prefix",
            paramLabel = "PREFIX",
            required = true,
            description = "Prefix of the topics to copy to, such as catalog2. (with the dot).")
    private String toPrefix = "";

    @Option(
            names = "--partitions",
            paramLabel = "N",
            required = true,
            description = "Number of partitions of the topics with the new prefix.")
    @Range(min = 1, max = TopicSettings.MAX_PARTITIONS)
    private int partitions;

    @Option(
            names = "--replication-factor",
            paramLabel = "N",
            defaultValue = "-1",
            description = "Replication factor of the created topics; the brokers' own by default.")
    private short replicationFactor;

    @Option(names = "--once", description = "Stop when it has caught up and compared.")
    private boolean once;

    @Mixin
    private AuditOptions audit = new AuditOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    TopicRepartitionCommand() {
        this(stop -> Runtime.getRuntime().addShutdownHook(new Thread(stop, "stop")));
    }

    /** @param onStop receives the action to run when the process is told to stop; the process ends when it returns */
    TopicRepartitionCommand(Consumer<Runnable> onStop) {
        this.onStop = onStop;
    }

    @Override
    public Integer call() throws InterruptedException {
        KafkaSettings from = connection.kafka();
        if (from.topics().prefix().equals(toPrefix)) {
            throw new ParameterException(
                    spec.commandLine(), "--to-prefix must differ from the prefix of the topics themselves");
        }
        KafkaSettings to;
        try {
            to = new KafkaSettings(
                    from.bootstrapServers(),
                    new TopicSettings(toPrefix, partitions, replicationFactor),
                    from.clientProperties());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        CountDownLatch stop = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        onStop.accept(() -> {
            stop.countDown();
            await(stopped);
        });
        try {
            return audit.callUntilStopped(
                    connection,
                    "topic repartition",
                    "to " + toPrefix + "* with " + Quantity.of(partitions, "partition"),
                    entry -> {
                        try (InputCopy copy = new InputCopy(from, to, connection.registry())) {
                            int status = run(copy, stop);
                            if (status != ExitCode.OK) {
                                entry.failed("the copy differs");
                            }
                            return status;
                        }
                    });
        } finally {
            stopped.countDown();
        }
    }

    /** Lets current work finish, so that the next start finds nothing open. */
    private static void await(CountDownLatch stopped) {
        try {
            var unused = stopped.await(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int run(InputCopy copy, CountDownLatch stop) {
        PrintWriter err = spec.commandLine().getErr();
        boolean compared = false;
        int differences = 0;
        boolean partnersTold = false;
        WaitingLine waiting = new WaitingLine(err, "", " left to copy");
        while (stop.getCount() > 0) {
            InputCopy.Progress progress = copy.copySome();
            if (progress.caughtUp() && !compared) {
                compared = compare(copy);
                // Between the copy and the comparison, brokers may remove an older value by compaction.
                if (!compared && ++differences == MOST_DIFFERENCES) {
                    spec.commandLine()
                            .getErr()
                            .println("catalog: the copy differs: delete the topics " + toPrefix + "* and start again");
                    return ExitCode.SOFTWARE;
                }
                if (compared && once) {
                    return ExitCode.OK;
                }
            }
            if (copy.arePartnersFollowed() && !partnersTold) {
                partnersTold = true;
                err.println("catalog: partners have been moved: their events are copied from now on");
            }
            waiting.accept(progress.left());
        }
        return ExitCode.OK;
    }

    private boolean compare(InputCopy copy) {
        List<ComparedTopic> topics = copy.compare();
        PrintWriter out = spec.commandLine().getOut();
        ReportOutput.of(spec.commandLine()).rows(COMPARED.table("", topics), "");
        boolean same = topics.stream().allMatch(ComparedTopic::same);
        out.flush();
        if (same) {
            spec.commandLine()
                    .getErr()
                    .println("catalog: caught up: all keys and values are the same in " + toPrefix + "*");
        }
        return same;
    }
}
