package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.webhook.delivery.EndpointState.Status;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How one endpoint stands, kept in step with what is written down and with what other instances write: of two standings
 * the later one holds. Not thread-safe: its {@link EndpointInUse} guards it.
 */
final class SharedStanding {

    private static final Logger LOG = LoggerFactory.getLogger(SharedStanding.class);

    private final Endpoint endpoint;
    private final Standings standings;
    private final InstantSource clock;
    private Standing current = Standing.NEW;
    private long seenVersion;
    private boolean retired;

    /**
     * Takes up what was written down of the endpoint; where that was of another URL it begins anew.
     *
     * @throws RegistryUnavailableException where it can't be read yet
     */
    SharedStanding(Endpoint endpoint, Standings standings, InstantSource clock) {
        this.endpoint = endpoint;
        this.standings = standings;
        this.clock = clock;
        this.seenVersion = standings.version();
        WebhookEndpoint written = standings.of(endpoint.partnerId());
        if (written != null) {
            current = Standing.of(written);
            if (!written.getUrl().equals(endpoint.url())) {
                change(Standing.healthy(current.appliedResumes(), null));
            }
        }
    }

    Standing current() {
        return current;
    }

    /** Writes down that it stands otherwise from now on. */
    void change(Standing changed) {
        current = changed.after(current, Math.max(clock.millis(), current.updatedAt() + 1));
        publish();
    }

    /** A healthy endpoint was asked to be taken up again: noted for when it next changes, not worth a record. */
    void nothingToResume(long resumes) {
        current = current.withAppliedResumes(resumes);
    }

    /** Sees what other instances have found out; returns whether that is something new. Costs nothing where nothing is. */
    boolean look() {
        long version = standings.version();
        if (version == seenVersion) {
            return false;
        }
        seenVersion = version;
        WebhookEndpoint record = written();
        if (record == null || !record.getUrl().equals(endpoint.url())) {
            return false;
        }
        Standing written = Standing.of(record);
        if (written.updatedAt() >= current.updatedAt()) {
            Standing next = written.status() == Status.HEALTHY
                    ? written.withAppliedResumes(Math.max(written.appliedResumes(), current.appliedResumes()))
                    : written;
            boolean isNew = !next.equals(current);
            current = next;
            return isNew;
        }
        if (written.status() != Status.HEALTHY || current.status() != Status.HEALTHY) {
            // Two wrote at once, and what holds was written first: it has to be written last.
            publish();
        }
        return false;
    }

    private @Nullable WebhookEndpoint written() {
        try {
            return standings.of(endpoint.partnerId());
        } catch (RegistryUnavailableException e) {
            LOG.warn("what others found out of partner {} can't be read: {}", endpoint.partnerId(), e.getMessage());
            return null;
        }
    }

    /** The endpoint is no longer in use: what is still under way there must not be taken for its successor's. */
    void retire() {
        retired = true;
    }

    private void publish() {
        if (!retired) {
            standings.publish(current.toRecord(endpoint));
        }
    }
}
