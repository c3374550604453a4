package dev.partnercatalog.cli.comparison;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.output.Quantity;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.streams.StreamsApp;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a resolver that was away for longer than upstream's topics keep deletions remove what upstream deleted meanwhile
 * (D38): no event says so any more, so the inputs are compared with what the resolver holds. Tries until it is done.
 * Thread-safe.
 */
public final class MissedDeletions implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MissedDeletions.class);
    private static final int MOST_NAMED = 100;
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration REGISTRY_PATIENCE = Duration.ofSeconds(10);

    private final StreamsApp resolver;
    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final PeriodicTask repairing = new PeriodicTask("missed-deletions", INTERVAL, this::repair);

    private MissedDeletions(StreamsApp resolver, KafkaSettings kafka, RegistrySettings registry) {
        this.resolver = resolver;
        this.kafka = kafka;
        this.registry = new SchemaRegistry(registry, REGISTRY_PATIENCE);
    }

    /** Repairs what a resolver that was just started has missed; does nothing if it has missed nothing. */
    public static MissedDeletions repair(StreamsApp resolver, KafkaSettings kafka, RegistrySettings registry) {
        MissedDeletions missed = new MissedDeletions(resolver, kafka, registry);
        if (resolver.hasMissedDeletions()) {
            missed.repairing.start();
        }
        return missed;
    }

    private void repair() {
        if (!resolver.hasMissedDeletions() || !resolver.isReady()) {
            return;
        }
        try (CatalogAudit audit = new CatalogAudit(kafka, registry, left -> {})) {
            AuditReport report = audit.repair(audit.find());
            LOG.info(
                    "the inputs were compared with what streams-app holds: {} of {} repaired",
                    report.repaired().size(),
                    Quantity.of(report.findings().size(), "difference"));
            if (!report.areAll()) {
                return; // The next look finds more.
            }
            if (!report.isRight()) {
                LOG.warn(
                        "these differences are left; where a row is too many, publish a deletion: {}",
                        report.findings().stream()
                                .filter(finding -> !report.repaired().contains(finding))
                                .map(Finding::toString)
                                .limit(MOST_NAMED)
                                .toList());
            }
            resolver.repairedMissedDeletions();
        } catch (OperatorFault | BrokerUnavailableException | RegistryUnavailableException e) {
            LOG.warn("what upstream deleted while streams-app was away can't be removed yet: {}", e.getMessage());
        }
    }

    @Override
    public void close() {
        repairing.close();
    }
}
