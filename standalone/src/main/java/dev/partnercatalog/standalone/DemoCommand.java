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
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** The system property in which {@code ./catalog} passes its own path. */
    private static final String COMMAND = "catalog.command";

    private static final Pattern PLACE = Pattern.compile("\\$\\{(\\w+)}");

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
        out.println(tour(standalone, client));
        out.flush();
        journal.startPrinting();
    }

    /** The guided tour, with commands that work when pasted unchanged, the addresses and the credentials of this demo. */
    private static String tour(Standalone standalone, Credentials client) {
        Map<String, String> values = new HashMap<>(standalone.addresses());
        values.put("listings", Integer.toString(DemoCatalog.listings()));
        values.put("clientId", client.clientId());
        values.put("clientSecret", client.clientSecret());
        values.put("catalog", quoted(System.getProperty(COMMAND, "./catalog")));
        values.put("addresses", addresses(standalone));
        return PLACE.matcher(DemoCatalog.resource("tour.txt"))
                .replaceAll(place ->
                        Matcher.quoteReplacement(Objects.requireNonNull(values.get(place.group(1)), place.group())));
    }

    /** The options that a command needs if a default port was in use. */
    private static String addresses(Standalone standalone) {
        String kafka = standalone.kafka().bootstrapServers();
        String registry = standalone.registry().toString();
        return (kafka.endsWith(":" + StandalonePorts.DEFAULT_KAFKA) ? "" : " --kafka " + kafka)
                + (registry.endsWith(":" + StandalonePorts.DEFAULT_REGISTRY) ? "" : " --registry " + registry);
    }

    /** Quotes a path so that a shell reads it back unchanged. */
    private static String quoted(String path) {
        return path.matches("[\\w./-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
    }

    /** Adds the command to the program. */
    public static final class Provider implements CommandProvider {
        @Override
        public Class<?> command() {
            return DemoCommand.class;
        }
    }
}
