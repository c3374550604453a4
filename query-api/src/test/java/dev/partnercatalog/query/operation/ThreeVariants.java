package dev.partnercatalog.query.operation;

import static dev.partnercatalog.query.operation.InMemoryConfigurations.company;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;

/** An API with three variants, A, B and C, that are listed at a location, and a partner that reads them. */
final class ThreeVariants implements AutoCloseable {

    static final String AT_LOCATION = "/v1/7/location/70/variants";
    static final String AT_COMPANY = "/v1/7/variants";

    final ApiHarness api = new ApiHarness();

    ThreeVariants() {
        api.configurations.put("p1", true, company("7", "70", "71"));
        for (String barcode : new String[] {"A", "B", "C"}) {
            api.lookup.variant(barcode);
            api.lookup.list(70, "sku-" + barcode, barcode);
        }
    }

    /** The cursor for changes since a snapshot of the location. */
    String cursor() {
        return api.get(AT_LOCATION).json().path("changes").asText();
    }

    /** The cursor for the second page of such a snapshot. */
    String next() {
        return api.get(AT_LOCATION + "?limit=1").json().path("next").asText();
    }

    /** The changes at the location since a cursor, which may be followed by more parameters. */
    JsonNode changes(String since) {
        ApiAnswer answer = api.get(AT_LOCATION + "/changes?since=" + since);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    ApiAnswer stream(String path) {
        return api.call(api.request(path)
                .header("Authorization", ApiHarness.bearer())
                .header("Accept", "application/x-ndjson"));
    }

    @Override
    public void close() {
        api.close();
    }
}
