package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.standalone.ApplicationProcess;
import dev.partnercatalog.standalone.PartnerClient;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clients behind a load balancer, which sends requests in turn to the instances that report themselves ready. A client
 * retries once: at another instance if the connection broke, and after the stated time if the response says so. Each
 * response is checked against the numbered catalog. If more may be down than a client can get around, a request may
 * fail, but a response may not be wrong.
 */
final class Load implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Load.class);
    private static final int CLIENTS = 2;
    private static final int INTERVAL_MS = 50;
    private static final int PROBE_MS = 200;
    private static final int SHOWN = 10;

    /** A clock that was set makes a token too new or too old. */
    private static final Set<Integer> UNAVAILABLE = Set.of(401, 503);

    private final List<ApplicationProcess> instances;
    private final PartnerClient partner;
    private final NumberedCatalog catalog;
    private final @Nullable Duration bound;
    private final ScheduledExecutorService schedule = Executors.newScheduledThreadPool(CLIENTS + 1);
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicInteger answers = new AtomicInteger();
    private final AtomicInteger retries = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicLong latestMillis = new AtomicLong();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private volatile List<ApplicationProcess> rotation;

    private Load(
            List<ApplicationProcess> instances,
            PartnerClient partner,
            NumberedCatalog catalog,
            @Nullable Duration bound) {
        this.instances = instances;
        this.partner = partner;
        this.catalog = catalog;
        this.bound = bound;
        this.rotation = instances;
    }

    /** @param bound how late a response may be; null if requests may fail, and responses be late */
    static Load start(
            List<ApplicationProcess> instances,
            PartnerClient partner,
            NumberedCatalog catalog,
            @Nullable Duration bound) {
        Load load = new Load(instances, partner, catalog, bound);
        for (int i = 0; i < CLIENTS; i++) {
            var unused = load.schedule.scheduleWithFixedDelay(load::request, 0, INTERVAL_MS, TimeUnit.MILLISECONDS);
        }
        var unused = load.schedule.scheduleWithFixedDelay(load::probe, 0, PROBE_MS, TimeUnit.MILLISECONDS);
        return load;
    }

    private void probe() {
        try {
            List<ApplicationProcess> ready =
                    instances.stream().filter(Load::isReady).toList();
            rotation = ready.isEmpty() ? instances : ready;
        } catch (RuntimeException e) {
            faults.add("probe: " + e);
        }
    }

    private static boolean isReady(ApplicationProcess instance) {
        try {
            return instance.isReady();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void request() {
        try {
            long asked = System.nanoTime();
            HttpResponse<String> answer = ask();
            if (answer.statusCode() == 200) {
                Duration lateness = catalog.lateness(answer.body(), asked);
                latestMillis.accumulateAndGet(lateness.toMillis(), Math::max);
                if (bound != null && lateness.compareTo(bound) > 0) {
                    fault("late by " + lateness + " at " + answer.uri());
                }
            } else if (bound == null && UNAVAILABLE.contains(answer.statusCode())) {
                failures.incrementAndGet();
            } else {
                fault(answer.statusCode() + " at " + answer.uri() + ": " + answer.body());
            }
            answers.incrementAndGet();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            if (bound == null) {
                failures.incrementAndGet();
            } else {
                fault(e.toString());
            }
        } catch (Exception e) {
            fault(e.toString());
        }
    }

    private void fault(String text) {
        faults.add(Instant.now() + " " + text);
    }

    private HttpResponse<String> ask() throws Exception {
        ApplicationProcess instance = next();
        try {
            HttpResponse<String> answer = ask(instance);
            if (answer.statusCode() != 503) {
                return answer;
            }
            String seconds = answer.headers().firstValue("Retry-After").orElseThrow();
            TimeUnit.SECONDS.sleep(Long.parseLong(seconds)); // This waits for nothing: a polite client pauses as told.
            retries.incrementAndGet();
            return ask(next());
        } catch (HttpTimeoutException e) {
            throw e;
        } catch (IOException e) {
            retries.incrementAndGet();
            ApplicationProcess other = next();
            return ask(other == instance ? next() : other);
        }
    }

    private ApplicationProcess next() {
        List<ApplicationProcess> ready = rotation;
        return ready.get(Math.floorMod(turn.getAndIncrement(), ready.size()));
    }

    private HttpResponse<String> ask(ApplicationProcess instance) throws Exception {
        return partner.at(instance.api())
                .batchGet(
                        NumberedCatalog.SCOPE.companyId(),
                        NumberedCatalog.SCOPE.locationId(),
                        catalog.barcodes(),
                        catalog.skus());
    }

    void awaitMore(int requests) {
        int from = answers.get();
        await().until(() -> answers.get() - from >= requests);
    }

    /** Asserts that each request got a response, that it was correct, and that it was not too late. */
    void assertNoFault() {
        assertThat(faults.stream().limit(SHOWN))
                .as("%s faults; %s", faults.size(), this)
                .isEmpty();
    }

    @Override
    public void close() {
        LOG.info("{}", this);
        schedule.shutdownNow();
    }

    @Override
    public String toString() {
        return "%s answers, %s asked twice, %s failed, the latest by %s ms"
                .formatted(answers, retries, failures, latestMillis);
    }
}
