package dev.partnercatalog.benchmarks.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.message.VariantsChanged;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.engine.SimpleCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;

class GatheredRecordsTest {

    @Test
    void records_are_gathered_to_the_body_that_ours_would_be_without_their_headers() {
        CamelContext camel = new SimpleCamelContext();
        GatheredRecords records = new GatheredRecords();
        Exchange gathered = records.aggregate(null, exchange(camel, "{\"barcode\":\"1\"}"));
        gathered = records.aggregate(gathered, exchange(camel, "{\"barcode\":\"2\"}"));
        GatheredRecords.close(gathered);
        VariantsChanged ours = new VariantsChanged(VariantsChanged.MAX_RECORDS, VariantsChanged.MAX_BYTES);
        ours.add(bytes("{\"barcode\":\"1\"}"));
        ours.add(bytes("{\"barcode\":\"2\"}"));
        assertThat(gathered.getMessage().getBody(byte[].class))
                .isEqualTo(ours.json(Instant.parse("2026-01-01T00:00:00Z").toEpochMilli()));
        assertThat(gathered.getMessage().getHeaders()).containsOnlyKeys(Exchange.CONTENT_TYPE);
    }

    private static Exchange exchange(CamelContext camel, String record) {
        Exchange exchange = new DefaultExchange(camel);
        exchange.getMessage().setHeader("of-the-record", "x");
        exchange.getMessage().setBody(bytes(record));
        return exchange;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
