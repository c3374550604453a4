package dev.partnercatalog.webhook.delivery;

import static java.util.Objects.requireNonNull;

import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.webhook.EndpointHealth;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Attempts at the endpoints of a process. They begin as {@link HttpDelivery} would begin them. A test ends them, and
 * moves the clock.
 */
final class Tries {

    static final Endpoint ONE = new Endpoint("one", "https://one.example/");
    static final Endpoint TWO = new Endpoint("two", "https://two.example/");
    static final Outcome ACCEPTED = Outcome.answered(200, null);
    static final Outcome FAILED = Outcome.answered(500, null);
    static final Outcome REFUSED = Outcome.answered(422, null);
    static final Outcome GONE = Outcome.answered(410, null);
    static final Outcome STALE = Outcome.stale("closed");

    /** A message of two records, and one of one. */
    private static final Message SEVERAL = new Message("msg_1", new byte[1_000], Message.Contents.changes(2, 0));

    private static final Message SINGLE = new Message("msg_2", new byte[1_000], Message.Contents.changes(1, 0));

    /** Nothing is sent with it. */
    private static final HttpDelivery UNUSED = new AwaitedDelivery.Setup().http();

    final ManualClock clock;
    final HealthRecordsInMemory healthRecords;

    /** What partners and the operator want of all endpoints, once they are taken into use. */
    final WebhookControl control = WebhookControl.newBuilder().build();

    /** When the messages of the next attempts first failed, null if they haven't. */
    @Nullable
    Instant failedSince;

    /** A message that is ready, and what became of it. */
    static final class ReadyMessageDouble implements LaneTraffic.Ready {

        final Endpoints.AttemptSlot slot;
        boolean urgent = true;
        boolean outdated;
        boolean begun;
        boolean withheld;

        ReadyMessageDouble(Endpoints.AttemptSlot slot) {
            this.slot = slot;
        }

        @Override
        public boolean isUrgent() {
            return urgent;
        }

        @Override
        public boolean isOutdated() {
            return outdated;
        }

        @Override
        public void begin() {
            begun = true;
        }

        @Override
        public void withhold() {
            withheld = true;
        }
    }

    private final int inProcess;
    private final int partition;
    private Endpoint[] inUse = {};
    private Endpoints endpoints;

    /** @param inProcess how many attempts the process may make at once */
    Tries(int inProcess, Endpoint... inUse) {
        this(inProcess, new ManualClock(), new HealthRecordsInMemory(), 0);
        use(inUse);
    }

    private Tries(int inProcess, ManualClock clock, HealthRecordsInMemory healthRecords, int partition) {
        this.inProcess = inProcess;
        this.clock = clock;
        this.healthRecords = healthRecords;
        this.partition = partition;
        this.endpoints = started();
    }

    private Endpoints started() {
        return new Endpoints(4, inProcess, clock, new Backoff(new Random(1)), healthRecords, UNUSED);
    }

    /** Another process with another partition, which knows the same records, and has no endpoints in use yet. */
    Tries another(ManualClock clock) {
        return new Tries(inProcess, clock, healthRecords, 1);
    }

    /** The process stops, and starts again with the same endpoints. */
    void restart() {
        endpoints = started();
        use(inUse);
    }

    static List<Endpoint> many(String prefix, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Endpoint(prefix + i, "https://many.example/"))
                .toList();
    }

    /** These endpoints are in use, and the owner of the partition knows it. */
    void use(Endpoint... inUse) {
        this.inUse = inUse;
        Map<String, Endpoint> byPartner = Stream.of(inUse).collect(Collectors.toMap(Endpoint::partnerId, one -> one));
        Stream.concat(endpoints.recordedPartners().stream(), byPartner.keySet().stream())
                .forEach(id -> endpoints.discardRecordOfOther(partition, id, byPartner.get(id)));
        endpoints.configure(Stream.of(inUse)
                .map(endpoint -> new EndpointSettings(endpoint, control, true))
                .toList());
    }

    void configure(EndpointSettings... settings) {
        endpoints.configure(List.of(settings));
    }

    void resume() {
        control.setResumes(control.getResumes() + 1);
        use(inUse);
    }

    Endpoints endpoints() {
        return endpoints;
    }

    /** The slot of a started attempt, null if none may start now. */
    Endpoints.@Nullable AttemptSlot begin(Endpoint endpoint) {
        return begin(endpoint, Lane.MAIN);
    }

    Endpoints.@Nullable AttemptSlot begin(Endpoint endpoint, Lane lane) {
        Endpoints.AttemptSlot slot = endpoints.tryAcquire(endpoint, lane, partition);
        if (slot == null) {
            return null;
        }
        ReadyMessageDouble message = new ReadyMessageDouble(slot);
        slot.offer(message);
        if (!message.begun) {
            slot.takeBack(message);
            slot.release();
            return null;
        }
        return slot;
    }

    /** The slot of a ping; null if none may be sent now. */
    Endpoints.@Nullable AttemptSlot ping(Endpoint endpoint, boolean toResume) {
        return endpoints.tryPing(endpoint, toResume, partition);
    }

    List<Endpoints.AttemptSlot> beginAll(Endpoint endpoint, Lane lane) {
        List<Endpoints.AttemptSlot> begun = new ArrayList<>();
        for (Endpoints.AttemptSlot slot = begin(endpoint, lane); slot != null; slot = begin(endpoint, lane)) {
            begun.add(slot);
        }
        return begun;
    }

    /** Ends an attempt that has just begun; returns what its sender is told. */
    Outcome end(Endpoints.AttemptSlot slot, Outcome outcome) {
        return end(slot, clock.instant(), outcome);
    }

    Outcome end(Endpoints.AttemptSlot slot, Instant began, Outcome outcome) {
        return slot.completed(new EndpointInUse.Tried(slot, began, SEVERAL, failedSince), outcome);
    }

    /** Ends an attempt with a single record, which has just begun. */
    Outcome endAlone(Endpoints.AttemptSlot slot, Outcome outcome) {
        return slot.completed(new EndpointInUse.Tried(slot, clock.instant(), SINGLE, failedSince), outcome);
    }

    /** A whole attempt, which begins a moment after the previous one. */
    void attempt(Endpoint endpoint, Outcome outcome) {
        clock.pass(Duration.ofMillis(1));
        end(requireNonNull(begin(endpoint)), outcome);
    }

    void attempt(Endpoint endpoint, Outcome outcome, int times) {
        for (int i = 0; i < times; i++) {
            attempt(endpoint, outcome);
        }
    }

    /** The same with a part of a message; returns what its sender is told. */
    Outcome probe(Endpoint endpoint, Outcome outcome) {
        clock.pass(Duration.ofMillis(1));
        return end(requireNonNull(begin(endpoint, Lane.PROBE)), outcome);
    }

    /** The same with a single record. */
    Outcome probeAlone(Endpoint endpoint, Outcome outcome) {
        clock.pass(Duration.ofMillis(1));
        return endAlone(requireNonNull(begin(endpoint, Lane.PROBE)), outcome);
    }

    /** As many successes as an endpoint needs to get all its places. */
    void prove(Endpoint endpoint) {
        attempt(endpoint, ACCEPTED, 4);
    }

    /** Failures in a row, each after the longest pause. */
    void failTimes(Endpoint endpoint, int times) {
        for (int i = 0; i < times; i++) {
            clock.pass(Backoff.MAX);
            attempt(endpoint, FAILED);
        }
    }

    /** A message that is ready, and begins as soon as it may. */
    ReadyMessageDouble ready(Endpoint endpoint, boolean isUrgent) {
        ReadyMessageDouble message =
                new ReadyMessageDouble(requireNonNull(endpoints.tryAcquire(endpoint, Lane.MAIN, partition)));
        message.urgent = isUrgent;
        message.slot.offer(message);
        return message;
    }

    EndpointState state(Endpoint endpoint) {
        return endpoints.states().stream()
                .filter(state -> state.partnerId().equals(endpoint.partnerId()))
                .findFirst()
                .orElseThrow();
    }

    /** When its pause ends, by the clock of its writer. */
    Instant retryAt(Endpoint endpoint) {
        return Instant.ofEpochMilli(requireNonNull(state(endpoint).health().getBackingOffUntil()));
    }

    /** What is recorded of an endpoint. */
    WebhookEndpoint recorded(Endpoint endpoint) {
        return requireNonNull(EndpointHealth.of(endpoint.url(), healthRecords.all(endpoint.partnerId())));
    }

    /** A clock that advances only when told to. */
    static final class ManualClock implements InstantSource {

        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
