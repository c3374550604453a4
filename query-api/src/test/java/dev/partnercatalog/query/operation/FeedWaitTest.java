package dev.partnercatalog.query.operation;

import static dev.partnercatalog.query.operation.InMemoryConfigurations.company;
import static dev.partnercatalog.query.table.TablesOfDriver.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.query.table.ChangeWatch;
import dev.partnercatalog.query.table.TablesOfDriver;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that wait for changes, at the API with its tables, which handles four requests at a time. */
class FeedWaitTest {

    private static final String PATH = "/v1/7/location/70/variants";
    private static final int CONCURRENT = 4;
    private static final int WAITING = 60;
    private static final Duration AT_ONCE = Duration.ofSeconds(25);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private final ChangeWatch watch = new ChangeWatch(WAITING, WAITING);
    private final HttpClient http = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init")
    private TablesOfDriver tables;

    @SuppressWarnings("NullAway.Init")
    private ApiHarness api;

    @BeforeEach
    void start() {
        tables = new TablesOfDriver(folder, watch);
        api = new ApiHarness(tables.catalog(), watch, CONCURRENT);
        api.configurations.put("p1", true, company("7", "70", "71"));
        tables.put(new ScopedVariant(new Scope.Company(7), "A"), entry("first"));
        tables.list(7, 70, "a", "A");
    }

    @AfterEach
    void close() {
        api.close();
        tables.close();
    }

    @Test
    void waiting_requests_hold_neither_slots_nor_threads_and_are_all_answered_when_something_changes()
            throws Exception {
        List<CompletableFuture<HttpResponse<String>>> waiting = wait(WAITING, 30);
        assertThat(api.get(PATH).status()).isEqualTo(200);
        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        // At another location, and for what isn't listed here: nobody is woken.
        tables.put(new ScopedVariant(new Scope.Location(7, 71), "A"), entry("elsewhere"));
        tables.put(new ScopedVariant(new Scope.Company(7), "Z"), entry("not listed"));
        tables.put(new ScopedVariant(new Scope.Company(7), "A"), entry("second"));
        for (CompletableFuture<HttpResponse<String>> each : waiting) {
            HttpResponse<String> answer = each.get(AT_ONCE.toMillis(), TimeUnit.MILLISECONDS);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).contains("\"name\":\"second\"").contains("\"removed\":[]");
        }
        await().until(() -> watch.waiting() == 0);
        assertThat(api.get(PATH).status()).isEqualTo(200);
    }

    @Test
    void earlier_changes_are_returned_at_once_and_an_empty_page_when_the_time_is_up() throws Exception {
        String cursor = cursor();
        tables.list(7, 70, "a", null);
        assertThat(wait(cursor, 30).get(25, TimeUnit.SECONDS).body()).contains("\"barcode\":\"A\"");
        long before = System.nanoTime();
        HttpResponse<String> answer = wait(cursor(), 1).get(25, TimeUnit.SECONDS);
        assertThat(answer.body()).contains("\"more\":false", "\"removed\":[]", "\"variants\":[]");
        assertThat(System.nanoTime() - before)
                .isGreaterThanOrEqualTo(Duration.ofSeconds(1).toNanos());
    }

    @Test
    void a_request_waits_for_a_product_that_follows_what_refers_to_it() throws Exception {
        tables.putProduct("A", 5, entry("before"));
        tables.refer(new ScopedVariant(new Scope.Company(7), "A"), 5);
        String cursor = cursor();
        List<CompletableFuture<HttpResponse<String>>> waiting = wait(1, 30);
        tables.refer(new ScopedVariant(new Scope.Company(7), "A"), 6);
        HttpResponse<String> nothing = wait(cursor, 1).get(25, TimeUnit.SECONDS);
        assertThat(nothing.body()).contains("\"more\":false", "\"removed\":[]", "\"variants\":[]");
        assertThat(waiting.get(0)).isNotDone();
        tables.putProduct("A", 6, entry("after"));
        assertThat(waiting.get(0).get(AT_ONCE.toMillis(), TimeUnit.MILLISECONDS).body())
                .contains("\"name\":\"after\"");
    }

    @Test
    void a_changed_configuration_and_a_lost_access_end_the_wait() throws Exception {
        CompletableFuture<HttpResponse<String>> waiting = wait(1, 30).get(0);
        var flipped = company("7", "70", "71");
        flipped.getAllowedFields().setBadges(false);
        api.configurations.put("p1", true, flipped);
        assertThat(waiting.get(25, TimeUnit.SECONDS).body()).contains("\"name\":\"first\"");
        CompletableFuture<HttpResponse<String>> refused = wait(1, 30).get(0);
        api.configurations.put("p1", false, flipped);
        assertThat(refused.get(25, TimeUnit.SECONDS).statusCode()).isEqualTo(403);
        assertThat(refused.get().body()).contains("PARTNER_DISABLED");
    }

    @Test
    void requests_beyond_the_limit_are_refused_and_a_stop_answers_all_at_once() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> waiting = wait(WAITING, 30);
        HttpResponse<String> refused = wait(cursor(), 30).get(25, TimeUnit.SECONDS);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        watch.close();
        for (CompletableFuture<HttpResponse<String>> each : waiting) {
            assertThat(each.get(25, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        }
        assertThat(wait(cursor(), 30).get(25, TimeUnit.SECONDS).body()).contains("\"more\":false");
    }

    /** As long as the server's own timeouts for idle requests. */
    @Test
    @Tag("long")
    void the_longest_wait_ends_with_a_response() throws Exception {
        HttpResponse<String> answer = wait(cursor(), 30).get(60, TimeUnit.SECONDS);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"variants\":[]");
    }

    private List<CompletableFuture<HttpResponse<String>>> wait(int count, int seconds) {
        String cursor = cursor();
        List<CompletableFuture<HttpResponse<String>>> waiting =
                IntStream.range(0, count).mapToObj(i -> wait(cursor, seconds)).toList();
        await().until(() -> watch.waiting() == count);
        return waiting;
    }

    private CompletableFuture<HttpResponse<String>> wait(String cursor, int seconds) {
        HttpRequest request = HttpRequest.newBuilder(
                        api.address().resolve(PATH + "/changes?wait=" + seconds + "&since=" + cursor))
                .header("Authorization", ApiHarness.bearer())
                .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    private String cursor() {
        return api.get(PATH).json().path("changes").asText();
    }
}
