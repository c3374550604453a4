package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.SplittableRandom;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random events on a real broker, from a producer with its own partitioner: finally batch-get returns, the webhook has
 * delivered, and snapshots and changes contain, byte for byte what follows from the last event of each key.
 */
@ExtendWith(CatalogExtension.class)
class ConvergenceOnBrokerTest {
    private static final int EVENTS = 400;
    private static final int UPDATE_EVERY = 25;

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void D24_D30_webhook_batch_get_and_feed_give_the_same_bytes_and_they_follow_from_the_last_events(
            int round, CatalogAddresses catalog) throws Throwable {
        long seed = Long.getLong("catalog.seed", System.nanoTime()) + round;
        RandomCatalog events = new RandomCatalog(seed, "random" + round, 900_000 + 100L * round);
        CatalogModel model = new CatalogModel();
        PartnerClient partner = catalog.client(events.partnerId());
        try (RawReceiver receiver = RawReceiver.start(catalog.webhookSecret(events.partnerId()))) {
            FeedCopy copy = new FeedCopy(events.scopes(), 1 + new SplittableRandom(seed).nextInt(4));
            publish(catalog, events, model, receiver, () -> copy.update(partner));
            await("webhooks, seed " + seed)
                    .untilAsserted(() -> assertThat(receiver.held()).isEqualTo(model.listed(events.partnerId())));
            await("batch-get, seed " + seed)
                    .untilAsserted(() ->
                            model.assertAnswered(events.partnerId(), events.scopes(), events.barcodes(), partner));
            await("snapshots and changes, seed " + seed).untilAsserted(() -> {
                copy.update(partner);
                assertThat(copy.held()).isEqualTo(model.listed(events.partnerId()));
            });
            assertThat(receiver.faults()).isEmpty();
        }
    }

    private static void publish(
            CatalogAddresses catalog,
            RandomCatalog events,
            CatalogModel model,
            RawReceiver receiver,
            ThrowingRunnable nowAndThen)
            throws Throwable {
        try (Upstream upstream = new Upstream(catalog.kafka(), catalog.schemas())) {
            publish(upstream, model, events.partner(receiver.url()));
            for (int i = 0; i < EVENTS; i++) {
                publish(upstream, model, events.next(receiver.url()));
                if (i % UPDATE_EVERY == 0) {
                    nowAndThen.run();
                }
            }
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // closing the upstream waits for every record
    private static void publish(Upstream upstream, CatalogModel model, RandomCatalog.Event event) {
        upstream.publish(event, (metadata, fault) -> {});
        model.take(event);
    }
}
