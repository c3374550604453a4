package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The endpoints of a run's partners, and the secrets with which they verify. */
final class ChaosPartners implements AutoCloseable {

    private final World world;
    private final MasterKey masterKey;
    private final boolean losesAnswers;
    private final Map<String, ChaosReceiver> receivers = new TreeMap<>();
    private final Map<String, String> secrets = new ConcurrentHashMap<>();

    /** @param losesAnswers whether the endpoints lose answers */
    ChaosPartners(World world, MasterKey masterKey, boolean losesAnswers) {
        this.world = world;
        this.masterKey = masterKey;
        this.losesAnswers = losesAnswers;
    }

    /** Starts a partner's endpoint. */
    void start(Catalog.Partner partner, long seed) throws IOException {
        ChaosReceiver receiver =
                new ChaosReceiver(seed, () -> Objects.requireNonNull(secrets.get(partner.id)), losesAnswers);
        receivers.put(partner.id, receiver);
        partner.url = receiver.url(0);
        secrets.put(partner.id, secret(partner));
    }

    /** One of the URLs of a partner's endpoint. */
    String url(Catalog.Partner partner, int number) {
        return receiver(partner).url(number);
    }

    /** Receivers verify concurrently, so the secrets they use change at one moment. */
    void adoptSecrets() {
        world.partners.values().forEach(partner -> secrets.put(partner.id, secret(partner)));
    }

    /** A partner adopts a new secret in its own time, within the day that it has. */
    private String secret(Catalog.Partner partner) {
        Long rotatedAt = partner.control.getSecretRotatedAt();
        boolean inTime = rotatedAt == null
                || world.now - rotatedAt > Duration.ofHours(20).toMillis();
        int generation = partner.control.getSecretGeneration();
        return masterKey.webhookSecret(partner.id, inTime ? generation : generation - 1);
    }

    /** Not twice within the day that the partner has: then both sides would have no secret in common. */
    void rotateSecret(WebhookControl control) {
        Long before = control.getSecretRotatedAt();
        if (before == null || world.now - before > Duration.ofHours(24).toMillis()) {
            control.setSecretGeneration(control.getSecretGeneration() + 1);
            control.setSecretRotatedAt(world.now);
        }
    }

    void behave() {
        receivers.values().forEach(ChaosReceiver::behave);
    }

    /** Fails unless each partner has what it should have, and saw nothing that is forbidden. */
    void assertAllHaveWhatTheyShould() throws InterruptedException {
        for (Catalog.Partner partner : world.partners.values()) {
            world.assertHas(partner, receiver(partner).copy());
            assertThat(receiver(partner).faults())
                    .as("faults at %s", partner.id)
                    .isEmpty();
        }
    }

    private ChaosReceiver receiver(Catalog.Partner partner) {
        return Objects.requireNonNull(receivers.get(partner.id));
    }

    @Override
    public void close() {
        receivers.values().forEach(ChaosReceiver::close);
    }
}
