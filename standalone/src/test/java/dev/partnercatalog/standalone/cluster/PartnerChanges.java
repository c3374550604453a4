package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A partner that changes its own configuration all the time, whatever is down: it enables one shared customer after the
 * other, each until that is confirmed. After each, every instance that answers must show all that were confirmed.
 */
final class PartnerChanges implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PartnerChanges.class);
    static final String PARTNER_ID = "changer";

    private static final String ENABLE = "/v1/partner/enabled-shared-customer";
    private static final long OWN_COMPANY = 8_300_000;
    private static final int CUSTOMERS = 400;
    private static final int SHOWN = 5;
    private static final int PAUSE_MS = 300;
    private static final int ANSWER_SECONDS = 10;

    /** Statuses after which a client retries; 401 if an instance's clock was set. */
    private static final Set<Integer> UNAVAILABLE = Set.of(401, 503);

    private final List<ApplicationProcess> instances;
    private final PartnerClient partner;
    private final Hazards hazards;
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final ScheduledExecutorService schedule = Executors.newSingleThreadScheduledExecutor();
    private int turn;
    private int reads;
    private int staleUnderOutage;
    private volatile int confirmed;

    private PartnerChanges(List<ApplicationProcess> instances, PartnerClient partner, Hazards hazards) {
        this.instances = instances;
        this.partner = partner;
        this.hazards = hazards;
    }

    /** What must exist first. */
    static List<Event> beginning() {
        AllowedCompany own =
                new AllowedCompany(Long.toString(OWN_COMPANY), "Own", "cova", "own", new AllowedFields(), List.of());
        Partner changer = new Partner(PARTNER_ID, "Changer", true, new WebhookSetting(false, ""), List.of(own));
        List<Event> events = new ArrayList<>(List.of(new Event(CatalogTopic.PARTNERS, PARTNER_ID, changer)));
        for (int i = 1; i <= CUSTOMERS; i++) {
            Company customer =
                    new Company(OWN_COMPANY + i, "Customer", "cova", "customer-" + i, List.of(), List.of(PARTNER_ID));
            events.add(new Event(CatalogTopic.COMPANIES, Long.toString(OWN_COMPANY + i), customer));
        }
        return events;
    }

    /** Starts when all instances know {@link #beginning()}, which is the case when they know the last customer. */
    static PartnerChanges start(List<ApplicationProcess> instances, PartnerClient partner, Hazards hazards) {
        PartnerChanges changes = new PartnerChanges(instances, partner, hazards);
        for (ApplicationProcess instance : instances) {
            await(instance + " knows the customers")
                    .until(() -> changes.ask(instance, "POST", ENABLE, customer(CUSTOMERS)).stream()
                            .anyMatch(answer -> answer.statusCode() == 200));
        }
        var unused = changes.schedule.scheduleWithFixedDelay(changes::enableNext, 0, PAUSE_MS, TimeUnit.MILLISECONDS);
        return changes;
    }

    private void enableNext() {
        try {
            if (confirmed < CUSTOMERS - 1) {
                enable(confirmed + 1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            fault(e.toString());
        }
    }

    private void enable(int next) throws InterruptedException {
        HttpResponse<String> answer = untilAnswered(customer(next));
        if (answer.statusCode() != 200) {
            fault("customer " + next + " was answered " + answer.statusCode() + ": " + answer.body());
            return;
        }
        confirmed = next;
        if (next % 20 == 0) {
            LOG.info("confirmed: customer {}", next);
        }
        readEverywhere();
    }

    private static String customer(int number) {
        return "{\"provider\": \"cova\", \"providerId\": \"customer-" + number + "\"}";
    }

    /** Tries one instance after the other until one reports the result. */
    private HttpResponse<String> untilAnswered(String body) throws InterruptedException {
        while (true) {
            Optional<HttpResponse<String>> answer = ask(instances.get(turn++ % instances.size()), "POST", ENABLE, body);
            if (answer.isPresent()) {
                return answer.get();
            }
            // This waits for nothing: a polite client pauses.
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        }
    }

    /** Empty if the instance isn't reachable, or says that it can't answer. */
    private Optional<HttpResponse<String>> ask(
            ApplicationProcess instance, String method, String path, @Nullable String body)
            throws InterruptedException {
        try {
            HttpResponse<String> answer =
                    partner.at(instance.api()).send(method, path, body).get(ANSWER_SECONDS, TimeUnit.SECONDS);
            return UNAVAILABLE.contains(answer.statusCode()) ? Optional.empty() : Optional.of(answer);
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        }
    }

    private void readEverywhere() throws InterruptedException {
        for (ApplicationProcess instance : instances) {
            Instant asked = Instant.now();
            Optional<HttpResponse<String>> answer = ask(instance, "GET", "/v1/partner", null);
            if (answer.isPresent()) {
                reads++;
                Set<Long> missing = missing(answer.get());
                if (!missing.isEmpty() && hazards.brokerWasAway(asked, Instant.now())) {
                    staleUnderOutage++;
                } else if (!missing.isEmpty()) {
                    fault(instance + ", asked at " + asked + ", doesn't show " + missing);
                }
            }
        }
    }

    /** The companies that were confirmed and aren't shown. */
    private Set<Long> missing(HttpResponse<String> answer) {
        Set<Long> missing = new TreeSet<>();
        for (long number = 0; number <= confirmed; number++) {
            missing.add(OWN_COMPANY + number);
        }
        for (JsonNode company : PartnerClient.read(answer.body()).path("allowedCompanies")) {
            missing.remove(company.path("id").asLong());
        }
        return missing;
    }

    private void fault(String text) {
        faults.add(Instant.now() + " " + text);
        LOG.info("FAULT {}", text);
    }

    /** Stops making changes, and asserts that each instance shows all that were made. */
    void stop() throws InterruptedException {
        schedule.shutdown();
        assertThat(schedule.awaitTermination(2, TimeUnit.MINUTES))
                .as("the last change was confirmed within two minutes")
                .isTrue();
        int before = reads;
        readEverywhere();
        assertThat(reads - before).as("instances that answered").isEqualTo(instances.size());
        assertThat(faults.stream().limit(SHOWN))
                .as("%s faults; %s", faults.size(), this)
                .isEmpty();
        assertThat(confirmed).isPositive();
        LOG.info("{}", this);
    }

    @Override
    public void close() {
        schedule.shutdownNow();
    }

    @Override
    public String toString() {
        return "%s customers confirmed, %s reads, %s of them old while the broker was away"
                .formatted(confirmed, reads, staleUnderOutage);
    }
}
