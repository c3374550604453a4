package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.resolution.Scope;
import java.net.http.HttpResponse;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The copy of some scopes that a partner keeps by taking snapshots and following changes, byte for byte. It discards a
 * scope that it may not see, or no longer may; if a cursor is no longer valid, it starts from the beginning. Not
 * thread-safe.
 */
final class FeedCopy {

    private final Map<Scope, Map<String, String>> records = new HashMap<>();

    /** How to continue: {@code next:} or {@code changes:}, and the cursor. */
    private final Map<Scope, String> cursors = new HashMap<>();

    private final Collection<Scope> scopes;
    private final int limit;

    FeedCopy(Collection<Scope> scopes, int limit) {
        this.scopes = scopes;
        this.limit = limit;
    }

    /** Brings all scopes up to date, as far as the instance is. */
    void update(PartnerClient partner) throws Exception {
        for (Scope scope : scopes) {
            while (step(partner, scope)) {}
        }
    }

    /** By {@code companyId/locationId/barcode}. */
    Map<String, String> held() {
        Map<String, String> held = new TreeMap<>();
        records.forEach((scope, ofScope) -> ofScope.forEach(
                (barcode, record) -> held.put(scope.companyId() + "/" + scope.locationId() + "/" + barcode, record)));
        return held;
    }

    /** Makes one request. Returns whether there is more. */
    private boolean step(PartnerClient partner, Scope scope) throws Exception {
        String cursor = cursors.get(scope);
        String path =
                "/v1/" + scope.companyId() + (scope.isCompany() ? "" : "/location/" + scope.locationId()) + "/variants";
        if (cursor == null) {
            records.put(scope, new TreeMap<>());
            return take(scope, partner.get(path + "?limit=" + limit));
        }
        String query = cursor.startsWith("next:") ? "?cursor=" : "/changes?since=";
        String text = cursor.substring(cursor.indexOf(':') + 1);
        return take(scope, partner.get(path + query + text + "&limit=" + limit));
    }

    private boolean take(Scope scope, HttpResponse<String> answer) throws Exception {
        if (answer.statusCode() == 403 || answer.statusCode() == 410) {
            records.remove(scope);
            cursors.remove(scope);
            return answer.statusCode() == 410;
        }
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode page = PartnerClient.read(answer.body());
        Map<String, String> held = records.computeIfAbsent(scope, each -> new TreeMap<>());
        for (String record : PartnerClient.objects(answer.body(), "variants")) {
            held.put(PartnerClient.read(record).path("barcode").asText(), record);
        }
        page.path("removed").forEach(each -> held.remove(each.path("barcode").asText()));
        boolean snapshot = !page.has("more");
        @Nullable
        String changes =
                snapshot ? page.path("changes").asText(null) : page.path("next").asText();
        cursors.put(scope, changes == null ? "next:" + page.path("next").asText() : "changes:" + changes);
        return changes == null || page.path("more").asBoolean(snapshot);
    }
}
