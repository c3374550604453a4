package dev.partnercatalog.standalone.demo;

import dev.partnercatalog.cli.client.ClientAccounts;
import dev.partnercatalog.cli.client.Credentials;
import dev.partnercatalog.cli.listen.WebhookReceiver;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.publish.EventPublisher;
import dev.partnercatalog.cli.topic.RecordTopic;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.RunningParts;
import dev.partnercatalog.standalone.RunningParts.Stage;
import dev.partnercatalog.standalone.Standalone;
import dev.partnercatalog.standalone.StandaloneSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;

/** Sets up the demo: a standalone, its catalog, a client of the partner and the partner's webhook receiver. */
final class Demo {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration DELIVERY_TIMEOUT = Duration.ofMinutes(1);

    private Demo() {}

    /** Returns when the tour is printed; what the webhook receives after that is printed as it arrives. */
    static void start(StandaloneSettings settings, RunningParts parts, PrintWriter out)
            throws IOException, InterruptedException {
        try {
            Standalone standalone = Standalone.start(settings, parts);
            SchemaRegistry registry = new SchemaRegistry(standalone.registry(), PATIENCE);
            Credentials client = ClientAccounts.create(
                    new RecordTopic<>(CatalogTopic.CLIENTS, Client.class, standalone.kafka(), registry),
                    DemoCatalog.PARTNER,
                    null,
                    Clock.systemUTC());
            String secret = MasterKey.load(standalone.secrets()).webhookSecret(DemoCatalog.PARTNER, 0);

            WebhookJournal journal = new WebhookJournal(out);
            WebhookReceiver receiver = parts.add(
                    Stage.OUTSIDE, "webhook receiver", WebhookReceiver.start(secret, journal::accept, journal::refuse));
            try (EventPublisher publisher = EventPublisher.connect(standalone.kafka(), registry)) {
                DemoCatalog.publish(publisher, receiver.url());
            }
            if (!journal.awaitRecords(DemoCatalog.listings(), DELIVERY_TIMEOUT)) {
                throw new OperatorFault("the webhook did not receive the catalog within " + DELIVERY_TIMEOUT.toSeconds()
                        + " s; the log says why");
            }
            out.println(Tour.text(standalone, client));
            out.flush();
            journal.startPrinting();
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            parts.close();
            throw e;
        }
    }
}
