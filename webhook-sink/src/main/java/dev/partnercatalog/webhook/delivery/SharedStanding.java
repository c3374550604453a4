package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.webhook.delivery.EndpointState.Status;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The standing of one endpoint, kept in step with what is recorded and with what other instances write: the later of
 * two standings wins. Not thread-safe: its {@link EndpointInUse} guards it.
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
     * Continues with the recorded standing of the endpoint; starts from scratch if that was for another URL.
     *
     * @throws RegistryUnavailableException if it can't be read yet
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

    /** Records a new standing. */
    void change(Standing changed) {
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
            // Two instances wrote at once, and the standing that wins was written first: it has to be written last.
            publish();
        }
        return false;
    }

    private @Nullable WebhookEndpoint written() {
        try {
            return standings.of(endpoint.partnerId());
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
            standings.publish(current.toRecord(endpoint));
        }
    }
}
