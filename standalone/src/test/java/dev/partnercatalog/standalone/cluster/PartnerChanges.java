package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.ApplicationProcess;
import dev.partnercatalog.standalone.PartnerClient;
import dev.partnercatalog.standalone.RandomCatalog.Event;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A partner that changes its own configuration all the time, whatever is down: one client counts up in its name and in
 * a company's flags, by reading, changing and writing conditionally; another enables one shared customer after the
 * other. Each repeats a change until it is confirmed. After each confirmed count, every instance that answers must show
 * it, and all customers that had been enabled before the request.
 * enabled before it was asked.
 */
final class PartnerChanges implements AutoCloseable {
    static final String PARTNER_ID = "changer";

    private static final String ENABLE = "/v1/partner/enabled-shared-customer";
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final long OWN_COMPANY = 8_300_000;
    private static final int CUSTOMERS = 150;
    private static final int SHOWN = 5;
    private static final int COUNT_PAUSE_MS = 200;
    private static final int ENABLE_PAUSE_MS = 1_500;
    private static final int ANSWER_SECONDS = 10;
    private static final int PRECONDITION_FAILED = 412;

    /** Statuses after which a client retries; 401 if an instance's clock was set. */
    private static final Set<Integer> UNAVAILABLE = Set.of(401, 503);

    private static final List<String> FLAGS =
            List.of("badges", "cannabinoidOverrides", "displayNameOverrides", "labels");

    private final List<ApplicationProcess> instances;
    private final PartnerClient partner;
    private final Hazards hazards;
    private final History history;
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicInteger staleUnderOutage = new AtomicInteger();
    private final AtomicInteger reads = new AtomicInteger();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final Set<Long> enabled = new ConcurrentSkipListSet<>(Set.of(OWN_COMPANY));
    private final ScheduledExecutorService schedule = Executors.newScheduledThreadPool(2);
    private volatile int confirmed;
    private int customers;

    private PartnerChanges(
            List<ApplicationProcess> instances, PartnerClient partner, Hazards hazards, History history) {
        this.instances = instances;
        this.partner = partner;
        this.hazards = hazards;
        this.history = history;
    }

    /** What must exist first. */
    static List<Event> beginning() {
        AllowedCompany own =
                new AllowedCompany(Long.toString(OWN_COMPANY), "Own", "cova", "own", new AllowedFields(), List.of());
        Partner changer = new Partner(PARTNER_ID, name(0), true, new WebhookSetting(false, ""), List.of(own));
        List<Event> events = new ArrayList<>(List.of(new Event(CatalogTopic.PARTNERS, PARTNER_ID, changer)));
        for (int i = 1; i <= CUSTOMERS; i++) {
            Company customer =
                    new Company(OWN_COMPANY + i, "Customer", "cova", "customer-" + i, List.of(), List.of(PARTNER_ID));
            events.add(new Event(CatalogTopic.COMPANIES, Long.toString(OWN_COMPANY + i), customer));
        }
        return events;
    }

    /** Starts when all instances know {@link #beginning()}, which is the case when they know the last customer. */
    static PartnerChanges start(
            List<ApplicationProcess> instances, PartnerClient partner, Hazards hazards, History history) {
        PartnerChanges changes = new PartnerChanges(instances, partner, hazards, history);
        for (ApplicationProcess instance : instances) {
            await(instance + " knows the customers")
                    .atMost(LONG)
                    .until(() -> changes.ask(instance, "POST", ENABLE, customer(CUSTOMERS)).stream()
                            .anyMatch(answer -> answer.statusCode() == 200));
        }
        changes.enabled.add(OWN_COMPANY + CUSTOMERS);
        changes.repeat(changes::count, COUNT_PAUSE_MS);
        changes.repeat(changes::enable, ENABLE_PAUSE_MS);
        return changes;
    }

    private interface Hand {
        void move() throws InterruptedException;
    }

    private void repeat(Hand hand, int pauseMillis) {
        Runnable move = () -> {
            try {
                hand.move();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                fault(e.toString());
            }
        };
        var unused = schedule.scheduleWithFixedDelay(move, 0, pauseMillis, TimeUnit.MILLISECONDS);
    }

    private static String name(int count) {
        return "count " + count;
    }

    private void count() throws InterruptedException {
        int next = confirmed + 1;
        HttpResponse<String> changed = change(next);
        // A customer was enabled meanwhile, or the change was made by an attempt whose answer was lost: either way, the
        // same change is tried on top of what is there now.
        while (changed.statusCode() == PRECONDITION_FAILED) {
            changed = change(next);
        }
        if (changed.statusCode() != 200) {
            fault("the change was answered " + changed.statusCode() + ": " + changed.body());
            return;
        }
        confirmed = next;
        if (next % 20 == 0) {
            history.note("confirmed: " + name(next));
        }
        readEverywhere();
    }

    private HttpResponse<String> change(int next) throws InterruptedException {
        HttpResponse<String> read = untilAnswered("GET", "/v1/partner", null);
        if (read.statusCode() != 200) {
            return read;
        }
        ObjectNode body = (ObjectNode) PartnerClient.read(read.body());
        body.put("partnerName", name(next));
        for (JsonNode company : body.path("allowedCompanies")) {
            if (company.path("id").asLong() == OWN_COMPANY) {
                FLAGS.forEach(flag -> ((ObjectNode) company.path("allowedFields")).put(flag, isOn(flag, next)));
            }
        }
        return untilAnswered(
                "PUT",
                "/v1/partner",
                body.toString(),
                "If-Match",
                read.headers().firstValue("ETag").orElseThrow());
    }

    private static boolean isOn(String flag, int count) {
        return (count >> FLAGS.indexOf(flag) & 1) == 1;
    }

    private void enable() throws InterruptedException {
        if (customers == CUSTOMERS - 1) {
            return;
        }
        int next = customers + 1;
        HttpResponse<String> answer = untilAnswered("POST", ENABLE, customer(next));
        if (answer.statusCode() == 200) {
            customers = next;
            enabled.add(OWN_COMPANY + next);
        } else {
            fault("customer " + next + " was answered " + answer.statusCode() + ": " + answer.body());
        }
    }

    private static String customer(int number) {
        return "{\"provider\": \"cova\", \"providerId\": \"customer-" + number + "\"}";
    }

    /** Tries one instance after the other until one reports the result. */
    private HttpResponse<String> untilAnswered(String method, String path, @Nullable String body, String... headers)
            throws InterruptedException {
        while (true) {
            ApplicationProcess instance = instances.get(Math.floorMod(turn.getAndIncrement(), instances.size()));
            Optional<HttpResponse<String>> answer = ask(instance, method, path, body, headers);
            if (answer.isPresent()) {
                return answer.get();
            }
            // This waits for nothing: a polite client pauses.
            TimeUnit.MILLISECONDS.sleep(COUNT_PAUSE_MS);
        }
    }

    /** Empty if the instance isn't reachable, or says that it can't answer. */
    private Optional<HttpResponse<String>> ask(
            ApplicationProcess instance, String method, String path, @Nullable String body, String... headers)
            throws InterruptedException {
        try {
            HttpResponse<String> answer =
                    partner.at(instance.api()).send(method, path, body, headers).get(ANSWER_SECONDS, TimeUnit.SECONDS);
            return UNAVAILABLE.contains(answer.statusCode()) ? Optional.empty() : Optional.of(answer);
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        }
    }

    private void readEverywhere() throws InterruptedException {
        for (ApplicationProcess instance : instances) {
            Instant asked = Instant.now();
            Set<Long> before = new TreeSet<>(enabled);
            Optional<HttpResponse<String>> answer = ask(instance, "GET", "/v1/partner", null);
            if (answer.isPresent()) {
                reads.incrementAndGet();
                Optional<String> problem = problem(answer.get(), before);
                if (problem.isPresent() && hazards.brokerWasAway(asked, Instant.now())) {
                    staleUnderOutage.incrementAndGet();
                } else if (problem.isPresent()) {
                    fault(instance + ", asked at " + asked + ", doesn't show what was confirmed: " + problem.get());
                }
            }
        }
    }

    private Optional<String> problem(HttpResponse<String> answer, Set<Long> enabledBefore) {
        if (answer.statusCode() != 200) {
            return Optional.of(answer.statusCode() + ": " + answer.body());
        }
        JsonNode shown = PartnerClient.read(answer.body());
        if (!shown.path("partnerName").asText().equals(name(confirmed))) {
            return Optional.of(name(confirmed) + " is not in " + shown.path("partnerName"));
        }
        Set<Long> missing = new TreeSet<>(enabledBefore);
        for (JsonNode company : shown.path("allowedCompanies")) {
            missing.remove(company.path("id").asLong());
            if (company.path("id").asLong() == OWN_COMPANY
                    && !FLAGS.stream()
                            .allMatch(flag ->
                                    company.path("allowedFields").path(flag).asBoolean() == isOn(flag, confirmed))) {
                return Optional.of("the flags of " + name(confirmed) + " are not in " + company);
            }
        }
        return missing.isEmpty() ? Optional.empty() : Optional.of("companies " + missing + " are missing");
    }

    private void fault(String text) {
        String line = Instant.now() + " " + text;
        faults.add(line);
        history.note("FAULT " + text);
    }

    void assertNoFault() {
        assertThat(faults.stream().limit(SHOWN))
                .as("%s faults; %s", faults.size(), this)
                .isEmpty();
    }

    /** Stops making changes, and asserts that each instance shows all that were made. */
    void stop() throws InterruptedException {
        schedule.shutdown();
        assertThat(schedule.awaitTermination(2, TimeUnit.MINUTES))
                .as("the last change was confirmed within two minutes")
                .isTrue();
        int before = reads.get();
        readEverywhere();
        assertThat(reads.get() - before).as("instances that answered").isEqualTo(instances.size());
        assertNoFault();
        assertThat(confirmed).isPositive();
        history.note(toString());
    }

    @Override
    public void close() {
        schedule.shutdownNow();
    }

    @Override
    public String toString() {
        return "%s changes and %s customers confirmed, %s reads, %s of them old while the broker was away"
                .formatted(confirmed, enabled.size() - 1, reads, staleUnderOutage);
    }
}
