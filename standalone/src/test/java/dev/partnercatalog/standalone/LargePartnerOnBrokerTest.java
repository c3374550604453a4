package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.http.HttpResponse;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A partner as large as an event may be goes through every way in which it is written. */
@ExtendWith(CatalogExtension.class)
@DisplayName("D34: a partner with 5,000 companies and 55,000 locations")
class LargePartnerOnBrokerTest {

    private static final int COMPANIES = 5_000;
    private static final int LOCATIONS = 11;
    private static final int SHARED = 7_900_001;

    @Test
    void is_published_read_sent_back_and_patched_but_does_not_grow_beyond_its_limit(CatalogAddresses catalog)
            throws Exception {
        catalog.publish(CatalogTopic.PARTNERS, partner());
        catalog.publish(CatalogTopic.COMPANIES, shared(SHARED, 1), shared(SHARED + 1, 1_000));
        PartnerClient client = catalog.client("large");
        HttpResponse<String> got = await().until(() -> client.get("/v1/partner"), answer -> answer.statusCode() == 200);
        assertThat(PartnerClient.read(got.body()).path("allowedCompanies")).hasSize(COMPANIES);
        assertThat(got.body().length()).isBetween(5 << 20, 16 << 20);

        HttpResponse<String> put = client.send("PUT", "/v1/partner", got.body(), "If-Match", tag(got))
                .get();
        assertThat(put.statusCode()).as(start(put)).isEqualTo(200);
        assertThat(put.body()).isEqualTo(got.body());

        HttpResponse<String> flag = client.send(
                        "PUT", "/v1/partner", got.body().replaceFirst("\"labels\":false", "\"labels\":true"))
                .get();
        assertThat(flag.statusCode()).as(start(flag)).isEqualTo(200);
        HttpResponse<String> patched = client.send(
                        "PATCH",
                        "/v1/partner",
                        "{\"partnerName\": \"Renamed\"}",
                        "Content-Type",
                        "application/merge-patch+json",
                        "If-Match",
                        tag(flag))
                .get();
        assertThat(patched.statusCode()).as(start(patched)).isEqualTo(200);
        assertThat(patched.body()).isEqualTo(flag.body().replace("\"before\"", "\"Renamed\""));

        HttpResponse<String> enabled =
                await().until(() -> enable(client, SHARED), answer -> answer.statusCode() != 404);
        assertThat(enabled.statusCode()).as(start(enabled)).isEqualTo(200);
        HttpResponse<String> refused =
                await().until(() -> enable(client, SHARED + 1), answer -> answer.statusCode() != 404);
        assertThat(refused.statusCode()).as(start(refused)).isEqualTo(403);
        assertThat(refused.body()).contains("more than the limit of 4194304");
        assertThat(client.get("/v1/partner").body()).isEqualTo(enabled.body());
    }

    private static HttpResponse<String> enable(PartnerClient client, int companyId) throws Exception {
        return client.send(
                        "POST",
                        "/v1/partner/enabled-shared-customer",
                        "{\"provider\": \"cova\", \"providerId\": \"large-%d\"}".formatted(companyId))
                .get();
    }

    private static String tag(HttpResponse<String> answer) {
        return answer.headers().firstValue("ETag").orElseThrow();
    }

    private static String start(HttpResponse<String> answer) {
        return answer.body().substring(0, Math.min(500, answer.body().length()));
    }

    /** Just below 4 MiB in Avro. */
    private static String partner() {
        String companies = IntStream.range(0, COMPANIES)
                .mapToObj(LargePartnerOnBrokerTest::company)
                .collect(Collectors.joining(","));
        return """
                {"partnerId": "large", "partnerName": "before", "enabled": true, "webhook": {"enabled": false, "url": ""},\
                 "allowedCompanies": [%s]}""".formatted(companies);
    }

    private static String company(int i) {
        String locations = IntStream.range(0, LOCATIONS)
                .mapToObj(j -> "{\"id\": \"%d\", \"name\": \"%s\", \"providerId\": \"%s\"}"
                        .formatted(
                                1_000_000 + i * LOCATIONS + j,
                                "A location at the corner of a street " + j,
                                "location-of-it-" + (100_000 + i)))
                .collect(Collectors.joining(","));
        return """
                {"id": "%d", "name": "Company", "provider": "cova", "providerId": "c-%d", "allowedFields": {"badges": false,\
                 "cannabinoidOverrides": false, "displayNameOverrides": false, "labels": false}, "locations": [%s]}""".formatted(7_000_000 + i, i, locations);
    }

    private static String shared(int companyId, int locations) {
        String all = IntStream.range(0, locations)
                .mapToObj(i -> "{\"locationId\": %d, \"name\": \"%s\", \"providerId\": \"l\"}"
                        .formatted(7_910_000 + i, "x".repeat(1_000)))
                .collect(Collectors.joining(","));
        return """
                {"companyId": %d, "name": "c", "provider": "cova", "providerId": "large-%d", "locations": [%s],\
                 "sharedWithPartnerIds": ["large"]}""".formatted(companyId, companyId, all);
    }
}
