package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.webhook.delivery.EndpointState.Status;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The recorded health of one endpoint, kept in step with what other instances write: the later of two records wins. Not
 * thread-safe: its {@link EndpointQueue} guards it.
 */
final class SyncedHealth {

    private static final Logger LOG = LoggerFactory.getLogger(SyncedHealth.class);

    private final Endpoint endpoint;
    private final HealthRecords healthRecords;
    private final InstantSource clock;
    private RecordedHealth current = RecordedHealth.NEW;
    private long seenVersion;
    private boolean retired;

    /**
     * Continues with what is recorded about the endpoint; starts from scratch if that was for another URL.
     *
     * @throws RegistryUnavailableException if it can't be read yet
     */
    SyncedHealth(Endpoint endpoint, HealthRecords healthRecords, InstantSource clock) {
        this.endpoint = endpoint;
        this.healthRecords = healthRecords;
        this.clock = clock;
        this.seenVersion = healthRecords.version();
        WebhookEndpoint written = healthRecords.of(endpoint.partnerId());
        if (written != null) {
            current = RecordedHealth.of(written);
            if (!written.getUrl().equals(endpoint.url())) {
                change(RecordedHealth.healthy(current.appliedResumes(), null));
            }
        }
    }

    RecordedHealth current() {
        return current;
    }

    /** Records a change. */
    void change(RecordedHealth changed) {
        current = changed.after(current, Math.max(clock.millis(), current.updatedAt() + 1));
        publish();
    }

    /** A resume was requested for a healthy endpoint: remembered for its next change, not worth a record. */
    void nothingToResume(long resumes) {
        current = current.withAppliedResumes(resumes);
    }

    /**
     * Takes over what other instances have found out; returns whether there was anything new. Costs nothing if there
     * wasn't.
     */
    boolean look() {
        long version = healthRecords.version();
        if (version == seenVersion) {
            return false;
        }
        seenVersion = version;
        WebhookEndpoint record = written();
        if (record == null || !record.getUrl().equals(endpoint.url())) {
            return false;
        }
        RecordedHealth written = RecordedHealth.of(record);
        if (written.updatedAt() >= current.updatedAt()) {
            RecordedHealth next = written.status() == Status.HEALTHY
                    ? written.withAppliedResumes(Math.max(written.appliedResumes(), current.appliedResumes()))
                    : written;
            boolean isNew = !next.equals(current);
            current = next;
            return isNew;
        }
        if (written.status() != Status.HEALTHY || current.status() != Status.HEALTHY) {
            // Two instances wrote at once, and the record that wins was written first: it has to be written last.
            publish();
        }
        return false;
    }

    private @Nullable WebhookEndpoint written() {
        try {
            return healthRecords.of(endpoint.partnerId());
        } catch (RegistryUnavailableException e) {
            LOG.warn("can't read what other instances found out about {}: {}", endpoint.partnerId(), e.getMessage());
            return null;
        }
    }

    /** The endpoint is no longer in use: attempts still in flight there must not count for its successor. */
    void retire() {
        retired = true;
    }

    private void publish() {
        if (!retired) {
            healthRecords.publish(current.toRecord(endpoint));
        }
    }
}
