package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.Company;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * No partner can find out whether a company or a location exists that it may not see (D16, D19). A request that names
 * an existing one gets exactly the same response as one that names a nonexistent one. No table is queried for either,
 * so the time reveals nothing.
 */
class PrivacyTest {

    /** What differs between any two responses. */
    private static final Set<String> OF_THE_ANSWER =
            Set.of("date", "x-request-id", "ratelimit", "ratelimit-remaining", "ratelimit-reset");

    /** As long as existing ids, so that lengths don't differ. */
    private static final String THEIRS = "22";

    private static final String NOBODYS = "33";
    private static final String OWN_COMPANY = "10";
    private static final String OWN_LOCATION = "11";

    @AutoClose
    private final ApiHarness api = new ApiHarness();

    @BeforeEach
    void twoPartners() {
        api.configurations.put("p1", true, InMemoryConfigurations.company(OWN_COMPANY, OWN_LOCATION));
        api.configurations.put(
                "p2",
                true,
                // Company 22 with a location of the same number, and company 10's other location.
                InMemoryConfigurations.company(THEIRS, "21", THEIRS),
                InMemoryConfigurations.company(OWN_COMPANY, OWN_LOCATION, THEIRS));
        api.lookup.variant("A");
        for (long place : new long[] {10, 11, 21, 22}) {
            api.lookup.list(place, "S", "A");
        }
        api.companies.add(Company.newBuilder()
                .setCompanyId(22)
                .setName("Theirs")
                .setProvider("cova")
                .setProviderId("cova-" + THEIRS)
                .setLocations(List.of())
                .setSharedWithPartnerIds(List.of("p2"))
                .build());
    }

    @Test
    void D16_an_existing_company_gets_the_same_response_as_a_nonexistent_one_in_every_operation() {
        assertIndistinguishable(this::asksForCompany);
    }

    @Test
    void D16_an_existing_location_gets_the_same_response_as_a_nonexistent_one_in_every_operation() {
        assertIndistinguishable(this::asksForLocation);
    }

    @Test
    void D19_a_customer_that_is_not_shared_gets_the_same_response_as_one_that_does_not_exist() {
        assertIndistinguishable(id -> Stream.of("cova", "greenline", "other")
                .map(provider -> api.request("/v1/partner/enabled-shared-customer")
                        .post(json("{\"provider\":\"" + provider + "\",\"providerId\":\"cova-" + id + "\"}"))));
    }

    @Test
    void D16_a_disabled_partner_learns_no_more() {
        api.configurations.put("p1", false, InMemoryConfigurations.company(OWN_COMPANY, OWN_LOCATION));
        assertIndistinguishable(id -> Stream.concat(asksForCompany(id), asksForLocation(id)));
    }

    @Test
    void D16_a_partner_without_a_configuration_learns_no_more() {
        api.configurations.partners.remove("p1");
        assertIndistinguishable(id -> Stream.concat(asksForCompany(id), asksForLocation(id)));
    }

    @Test
    void D16_without_a_valid_token_nobody_learns_anything() {
        Stream.concat(asksForCompany(THEIRS), asksForLocation(THEIRS))
                .forEach(ask -> assertThat(api.call(ask).status()).isIn(401, 404, 405, 204));
    }

    private Stream<Request.Builder> asksForCompany(String id) {
        Stream<Request.Builder> locations = Stream.of(id, "21", NOBODYS, OWN_LOCATION, "x", "-1")
                .map(location -> "/v1/" + id + "/location/" + location)
                .flatMap(this::everyMethod);
        String batch = "/v1/" + id + "/variants/batch-get";
        Stream<Request.Builder> batches =
                Stream.concat(bodies(id).map(body -> api.request(batch).post(body)), everyMethod(batch));
        return Stream.concat(locations, batches);
    }

    private Stream<Request.Builder> asksForLocation(String id) {
        String batch = "/v1/" + OWN_COMPANY + "/variants/batch-get";
        return Stream.concat(
                everyMethod("/v1/" + OWN_COMPANY + "/location/" + id),
                bodies(id).map(body -> api.request(batch).post(body)));
    }

    private Stream<Request.Builder> everyMethod(String path) {
        RequestBody body = json("{}");
        return Stream.of(
                api.request(path),
                api.request(path).head(),
                api.request(path).put(body),
                api.request(path).delete(),
                api.request(path).method("OPTIONS", null),
                api.request(path + "/"));
    }

    /** Bodies of every kind: well-formed, malformed, too large, of another type. */
    private static Stream<RequestBody> bodies(String location) {
        return Stream.of(
                json("{\"locationId\":" + location + ",\"barcodes\":[\"A\",\"B\"],\"skus\":[\"S\"]}"),
                json("{\"locationId\":" + location + "}"),
                json("{\"locationId\":\"" + location + "\",\"barcodes\":[\"A\"]}"),
                json("{\"locationId\":" + location + ",\"barcodes\":[\"A\"],\"stateCode\":\"XYZ\"}"),
                json("{\"locationId\":" + location + ",\"barcodes\":[" + "\"A\",".repeat(10) + "\"A\",1]}"),
                json("{\"locationId\":" + location),
                json(""),
                json("x".repeat(ApiHarness.MAX_BODY_BYTES + 1)),
                RequestBody.create("{\"locationId\":" + location + "}", MediaType.get("text/plain")));
    }

    private void assertIndistinguishable(Function<String, Stream<Request.Builder>> asks) {
        int resolved = api.configurations.resolved.get();
        int looked = api.lookup.variantLookups.get();
        List<String> ofTheirs = asks.apply(THEIRS).map(ask -> seen(ask, THEIRS)).toList();
        List<String> ofNobodys =
                asks.apply(NOBODYS).map(ask -> seen(ask, NOBODYS)).toList();
        assertThat(ofTheirs).isNotEmpty().isEqualTo(ofNobodys);
        assertThat(api.configurations.resolved.get()).as("asked tables").isEqualTo(resolved);
        assertThat(api.lookup.variantLookups.get()).as("asked tables").isEqualTo(looked);
        assertThat(api.commands.made).isEmpty();
    }

    /** Everything that a caller sees of a response, except the id that it sent itself. */
    private String seen(Request.Builder ask, String id) {
        ApiAnswer answer = api.call(ask.header("Authorization", ApiHarness.bearer()));
        Map<String, List<String>> headers = new TreeMap<>(answer.headers());
        headers.keySet().removeAll(OF_THE_ANSWER);
        return answer.status() + " " + headers + " " + answer.body().replace(id, "#");
    }

    private static RequestBody json(String json) {
        return ApiHarness.json(json);
    }
}
