package dev.partnercatalog.standalone;

import dev.partnercatalog.cli.CommandProvider;
import dev.partnercatalog.cli.application.ProgramLog;
import dev.partnercatalog.cli.client.ClientAccounts;
import dev.partnercatalog.cli.client.ClientAccounts.Credentials;
import dev.partnercatalog.cli.listen.WebhookReceiver;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.standalone.RunningParts.Stage;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./catalog demo}: a standalone, its catalog, a client of the partner and the partner's webhook receiver. */
@Command(
        name = "demo",
        description = {
            "Run everything on this machine with a small made-up catalog, and show it in a guided tour.",
            "A partner's webhook receiver also runs, and prints what it receives. Ctrl-C stops it all and deletes its"
                    + " data."
        })
public final class DemoCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration DELIVERY_TIMEOUT = Duration.ofMinutes(1);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws InterruptedException, IOException {
        ProgramLog.onlyWarnings();
        RunningParts.untilProcessEnds(parts -> start(parts, spec.commandLine().getOut()));
        return 0;
    }

    /** Returns when the tour is printed; what the webhook receives after that is printed as it arrives. */
    private static void start(RunningParts parts, PrintWriter out) throws IOException, InterruptedException {
        Standalone standalone =
                Standalone.start(StandaloneSettings.forAWhile(StandalonePorts.defaultsWhereFree()), parts);
        SchemaRegistry registry = new SchemaRegistry(standalone.registry(), PATIENCE);
        String secret = MasterKey.load(standalone.secrets()).webhookSecret(DemoCatalog.PARTNER, 0);
        WebhookJournal journal = new WebhookJournal(out, DemoCatalog.listings());
        WebhookReceiver receiver = parts.add(
                Stage.OUTSIDE,
                "webhook receiver",
                new WebhookReceiver(0, secret, 204, (message, body) -> journal.accept(message), journal::refuse));
        Credentials client;
        try (OpenTopics topics = new OpenTopics(new Brokers(standalone.kafka()), registry)) {
            client = ClientAccounts.create(topics, DemoCatalog.PARTNER, null);
            DemoCatalog.publish(topics, receiver.url());
        }
        if (!journal.awaitRecords(DELIVERY_TIMEOUT)) {
            throw new OperatorFault("the webhook did not receive the catalog within " + DELIVERY_TIMEOUT.toSeconds()
                    + " s; the log says why");
        }
        out.println(Tour.text(standalone, client));
        out.flush();
        journal.startPrinting();
    }

    /** Adds the command to the program. */
    public static final class Provider implements CommandProvider {
        @Override
        public Class<?> command() {
            return DemoCommand.class;
        }
    }
}
