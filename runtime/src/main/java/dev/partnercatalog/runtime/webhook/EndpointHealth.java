package dev.partnercatalog.runtime.webhook;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookEndpoint;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the state of a partner's endpoint is by the records of all partitions, each of which only its owner writes (D26). A
 * suspension in one of them counts, whatever others say that hadn't seen it; so does the latest end of a pause. The sink,
 * the API, the commands and the console all ask here.
 */
public final class EndpointHealth {

    /** An endpoint is left alone for no longer than that at a time. */
    public static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    private EndpointHealth() {}

    /**
     * The state of an endpoint, as one record whose partition is without meaning; null if there are no records about
     * the partner's present URL, in no particular order.
     */
    public static @Nullable WebhookEndpoint of(String url, Collection<WebhookEndpoint> records) {
        List<WebhookEndpoint> here = records.stream()
                .filter(record -> record.getUrl().equals(url))
                .sorted(Comparator.comparingLong(WebhookEndpoint::getUpdatedAt))
                .toList();
        if (here.isEmpty()) {
            return null;
        }
        long lifted = latest(here, WebhookEndpoint::getLifted);
        long recoveredAt = latest(here, WebhookEndpoint::getRecoveredAt);
        return state(here, lifted, recoveredAt)
                .setUpdatedAt(latest(here, WebhookEndpoint::getUpdatedAt))
                .setRecoveredAt(recoveredAt)
                .setLifted(lifted)
                .setAppliedResumes(latest(here, WebhookEndpoint::getAppliedResumes))
                .setLastAccepted(known(here, WebhookEndpoint::getLastAccepted)
                        .max(Long::compare)
                        .orElse(null))
                .build();
    }

    private static WebhookEndpoint.Builder state(List<WebhookEndpoint> records, long lifted, long recoveredAt) {
        List<WebhookEndpoint> suspended = records.stream()
                .filter(record -> record.getStatus() == EndpointStatus.SUSPENDED && record.getLifted() == lifted)
                .toList();
        List<WebhookEndpoint> failing = records.stream()
                .filter(record ->
                        record.getStatus() == EndpointStatus.BACKING_OFF && record.getUpdatedAt() > recoveredAt)
                .toList();
        if (!suspended.isEmpty()) {
            return WebhookEndpoint.newBuilder(last(suspended));
        }
        return failing.isEmpty() ? healthy(records) : failing(failing, recoveredAt);
    }

    private static WebhookEndpoint.Builder failing(List<WebhookEndpoint> records, long recoveredAt) {
        WebhookEndpoint.Builder failing = WebhookEndpoint.newBuilder(last(records))
                .setFailures(records.stream()
                        .mapToInt(WebhookEndpoint::getFailures)
                        .max()
                        .orElseThrow())
                .setSince(earliest(records, WebhookEndpoint::getSince))
                .setFailingSince(earliest(records, WebhookEndpoint::getFailingSince))
                .setSuspendsAt(earliest(records, WebhookEndpoint::getSuspendsAt));
        Long since = failing.getFailingSince();
        Long suspendsAt = failing.getSuspendsAt();
        if (since != null && suspendsAt != null && since < recoveredAt) {
            // Who wrote it hadn't seen that the endpoint had accepted a message meanwhile.
            failing.setFailingSince(recoveredAt).setSuspendsAt(recoveredAt + suspendsAt - since);
        }
        records.forEach(record -> keepPause(failing, record, failing.getUpdatedAt()));
        return failing;
    }

    /**
     * Extends a pause by one for everything that lasts: no failure ends that, or opens it. What ended by a resume, or
     * was set by a clock that is wrong, isn't kept.
     */
    public static void keepPause(WebhookEndpoint.Builder failing, WebhookEndpoint other, long now) {
        long until = Objects.requireNonNullElse(other.getBackingOffUntil(), now);
        boolean lasts = !other.getOthersContinue()
                && until > now
                && until - now <= LONGEST_PAUSE.toMillis()
                && other.getAppliedResumes() >= failing.getAppliedResumes();
        Long known = failing.getBackingOffUntil();
        if (lasts && (failing.getOthersContinue() || known == null || known < until)) {
            failing.setBackingOffUntil(until).setOthersContinue(false);
        }
    }

    private static WebhookEndpoint.Builder healthy(List<WebhookEndpoint> records) {
        WebhookEndpoint recovered = records.stream()
                .max(Comparator.comparingLong(WebhookEndpoint::getRecoveredAt))
                .orElseThrow();
        return WebhookEndpoint.newBuilder(recovered)
                .setStatus(EndpointStatus.HEALTHY)
                .setFailures(0)
                .setSince(recovered.getStatus() == EndpointStatus.HEALTHY ? recovered.getSince() : null)
                .setFailingSince(null)
                .setBackingOffUntil(null)
                .setOthersContinue(false)
                .setSuspension(null)
                .setLastFailure(null)
                .setSuspendsAt(null);
    }

    private static WebhookEndpoint last(List<WebhookEndpoint> records) {
        return records.get(records.size() - 1);
    }

    private static long latest(List<WebhookEndpoint> records, ToLongFunction<WebhookEndpoint> time) {
        return records.stream().mapToLong(time).max().orElse(0);
    }

    private static @Nullable Long earliest(
            List<WebhookEndpoint> records, Function<WebhookEndpoint, @Nullable Long> time) {
        return known(records, time).min(Long::compare).orElse(null);
    }

    private static Stream<Long> known(List<WebhookEndpoint> records, Function<WebhookEndpoint, @Nullable Long> time) {
        return records.stream().map(time).filter(Objects::nonNull);
    }

    /**
     * Whether the sink has acted on the requests to resume a webhook; until it has, its state is the one before. There
     * is nothing left to wait for if nothing is sent to the webhook at all, if its endpoint is healthy anyway, or if
     * the sink has probed it, or ended its pause.
     */
    public static boolean isResumed(PartnerConfig config, Collection<WebhookEndpoint> records) {
        boolean isSent = config.getPartner().getEnabled()
                && config.getPartner().getWebhook().getEnabled()
                && !config.getWebhookControl().getSuspended();
        WebhookEndpoint endpoint = of(config.getPartner().getWebhook().getUrl(), records);
        return !isSent
                || endpoint == null
                || endpoint.getStatus() == EndpointStatus.HEALTHY
                || endpoint.getAppliedResumes() >= config.getWebhookControl().getResumes();
    }
}
