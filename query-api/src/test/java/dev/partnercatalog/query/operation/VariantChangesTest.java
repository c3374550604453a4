package dev.partnercatalog.query.operation;

import static dev.partnercatalog.query.operation.InMemoryConfigurations.company;
import static dev.partnercatalog.query.operation.ThreeVariants.AT_COMPANY;
import static dev.partnercatalog.query.operation.ThreeVariants.AT_LOCATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.query.operation.Cursors.Cursor;
import dev.partnercatalog.query.table.CatalogReader.CatalogPosition;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopeConfiguration;
import dev.partnercatalog.runtime.http.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What has changed since a snapshot, and the cursors that lead there (D30). */
class VariantChangesTest {

    @AutoClose
    private final ThreeVariants catalog = new ThreeVariants();

    private final ApiHarness api = catalog.api;

    @Test
    void D30_changes_are_returned_in_their_current_state_and_unlisted_variants_as_removed() {
        String cursor = catalog.cursor();
        api.lookup.variant("B");
        api.lookup.variant("elsewhere");
        api.lookup.unlist(70, "sku-C");
        JsonNode changes = catalog.changes(cursor);
        assertThat(changes.path("variants")).hasSize(1);
        assertThat(changes.at("/variants/0/barcode").asText()).isEqualTo("B");
        assertThat(changes.path("removed").get(0))
                .hasToString("{\"barcode\":\"elsewhere\",\"companyId\":7,\"locationId\":70}");
        assertThat(changes.path("removed").get(1).path("barcode").asText()).isEqualTo("C");
        assertThat(catalog.changes(changes.path("next").asText()).path("removed"))
                .isEmpty();
    }

    @Test
    void D30_a_changed_configuration_is_returned_as_a_change_of_everything_listed() {
        String cursor = catalog.cursor();
        api.configurations.companies.put(7L, new ScopeConfiguration(null, null, null, "mg/g", null));
        JsonNode first = catalog.changes(cursor + "&limit=2");
        assertThat(first.path("variants")).hasSize(2);
        assertThat(first.path("more").asBoolean()).isTrue();
        // The other unit is removed: what was returned with it is returned again.
        api.configurations.companies.remove(7L);
        JsonNode again = catalog.changes(first.path("next").asText() + "&limit=2");
        assertThat(again.path("variants"))
                .extracting(each -> each.path("barcode").asText())
                .containsExactly("A", "B");
        JsonNode rest = catalog.changes(again.path("next").asText() + "&limit=2");
        assertThat(rest.path("variants"))
                .extracting(each -> each.path("barcode").asText())
                .containsExactly("C");
        assertThat(catalog.changes(rest.path("next").asText()).path("variants")).isEmpty();
    }

    @Test
    void D30_a_configuration_that_changes_and_reverts_during_a_snapshot_is_returned_after_it() {
        JsonNode first = api.get(AT_LOCATION + "?limit=1").json();
        api.configurations.companies.put(7L, new ScopeConfiguration(null, null, null, "mg/g", null));
        JsonNode second = api.get(
                        AT_LOCATION + "?limit=1&cursor=" + first.path("next").asText())
                .json();
        api.configurations.companies.remove(7L);
        JsonNode last =
                api.get(AT_LOCATION + "?cursor=" + second.path("next").asText()).json();
        assertThat(catalog.changes(last.path("changes").asText()).path("variants"))
                .hasSize(3);
    }

    @Test
    void D30_a_cursor_of_another_scope_partner_or_operation_is_refused() {
        String changes = catalog.cursor();
        String next = catalog.next();
        for (String query : new String[] {
            AT_COMPANY + "/changes?since=" + changes,
            "/v1/7/location/71/variants/changes?since=" + changes,
            AT_LOCATION + "/changes?since=" + next,
            AT_LOCATION + "?cursor=" + changes,
            AT_LOCATION + "/changes?since=" + changes.substring(1),
        }) {
            api.get(query).error(ErrorCode.INVALID_REQUEST);
        }
        api.configurations.put("p2", true, company("7", "70"));
        api.client("c1", "p2", true);
        api.get(AT_LOCATION + "/changes?since=" + changes).error(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void D30_a_cursor_that_is_too_old_is_gone() {
        String cursor = catalog.cursor();
        String next = catalog.next();
        api.now = ApiHarness.NOW.plus(ApiHarness.RETENTION);
        assertThat(catalog.changes(cursor).path("variants")).isEmpty();
        api.now = api.now.plus(Duration.ofSeconds(1));
        JsonNode error = api.get(AT_LOCATION + "/changes?since=" + cursor).error(ErrorCodes.CURSOR_EXPIRED);
        assertThat(error.path("message").asText()).contains("2026-01-01T00:00:00Z", "since 2026-01-01T00:00:01Z");
        assertThat(error.path("suggestion").asText()).contains("snapshot");
        api.get(AT_LOCATION + "?cursor=" + next).error(ErrorCodes.CURSOR_EXPIRED);
    }

    @Test
    void D30_a_cursor_from_before_what_an_instance_knows_is_gone_there() {
        String cursor = catalog.cursor();
        api.lookup.knownSince = ApiHarness.NOW;
        assertThat(catalog.changes(cursor).path("variants")).isEmpty();
        api.lookup.knownSince = ApiHarness.NOW.plusSeconds(1);
        JsonNode error = api.get(AT_LOCATION + "/changes?since=" + cursor).error(ErrorCodes.CURSOR_EXPIRED);
        assertThat(error.path("suggestion").asText()).contains("snapshot");
    }

    @Test
    void D30_a_cursor_of_topics_that_were_made_anew_is_gone_whatever_its_position() {
        Cursors ofOthers = new Cursors(ApiHarness.MASTER_KEY.derive("cursors"), ApiHarness.TOPICS + 1);
        Cursor cursor = Cursor.snapshot(0, new CatalogPosition(0, 0), ApiHarness.NOW.getEpochSecond());
        String next = ofOthers.text(cursor, "p1", Scope.of(7, 70));
        String changes = ofOthers.text(cursor.walkedTo(null, 0), "p1", Scope.of(7, 70));
        for (String request : List.of("?cursor=" + next, "/changes?since=" + changes)) {
            JsonNode error = api.get(AT_LOCATION + request).error(ErrorCodes.CURSOR_EXPIRED);
            assertThat(error.path("message").asText()).contains("topics that have been replaced");
            assertThat(error.path("suggestion").asText()).contains("snapshot");
        }
    }

    @Test
    void D30_an_instance_behind_a_cursor_asks_to_retry_and_one_that_never_reaches_it_says_so() {
        api.lookup.variant("D");
        String cursor = catalog.cursor();
        String next = catalog.next();
        api.lookup.changes.remove(api.lookup.changes.size() - 1);
        api.get(AT_LOCATION + "?cursor=" + next).error(ErrorCode.CATALOG_UNAVAILABLE);
        ApiAnswer behind = api.get(AT_LOCATION + "/changes?since=" + cursor);
        behind.error(ErrorCode.CATALOG_UNAVAILABLE);
        assertThat(behind.header("Retry-After")).isNotNull();
        api.now = ApiHarness.NOW.plusSeconds(61);
        api.get(AT_LOCATION + "/changes?since=" + cursor).error(ErrorCodes.CURSOR_EXPIRED);
        api.lookup.variant("D");
        assertThat(catalog.changes(cursor).path("variants")).isEmpty();
    }

    @Test
    void an_instance_that_catches_up_with_a_cursor_in_a_moment_answers() throws Exception {
        api.lookup.list(70, "sku-D", "D");
        api.lookup.variant("D");
        String cursor = catalog.cursor();
        String next = catalog.next();
        for (String query : new String[] {"?limit=1&cursor=" + next, "/changes?wait=1&since=" + cursor}) {
            String last = api.lookup.changes.remove(api.lookup.changes.size() - 1);
            CompletableFuture<ApiAnswer> answer = CompletableFuture.supplyAsync(() -> api.get(AT_LOCATION + query));
            await().until(() -> api.watch.waiting() == 1);
            api.lookup.changes.add(last);
            assertThat(answer.get(1, TimeUnit.MINUTES).status()).isEqualTo(200);
        }
    }
}
