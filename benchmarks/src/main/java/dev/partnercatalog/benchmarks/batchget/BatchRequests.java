package dev.partnercatalog.benchmarks.batchget;

import dev.partnercatalog.benchmarks.setup.GeneratedCatalog;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Batch-gets of 100 barcodes at a location, uniformly distributed over all data, as bytes of HTTP/1.1; the same for the
 * same seed.
 */
final class BatchRequests {

    static final int BARCODES = 100;

    private final SplittableRandom random;
    private final String token;
    private final int variants;

    /** @param variants number of the generated catalog's variants to use, the first ones */
    BatchRequests(long seed, String token, int variants) {
        this.random = new SplittableRandom(seed);
        this.token = token;
        this.variants = variants;
    }

    byte[] next() {
        int company = random.nextInt(GeneratedCatalog.COMPANIES);
        int location = random.nextInt(GeneratedCatalog.locations(company));
        StringBuilder body = new StringBuilder("{\"locationId\":")
                .append(GeneratedCatalog.locationId(company, location))
                .append(",\"barcodes\":[");
        for (int i = 0; i < BARCODES; i++) {
            body.append(i == 0 ? "\"" : ",\"")
                    .append(GeneratedCatalog.barcode(random.nextInt(variants)))
                    .append('"');
        }
        body.append("]}");
        String head = "POST /v1/" + GeneratedCatalog.companyId(company) + "/variants/batch-get HTTP/1.1\r\n"
                + "Host: 127.0.0.1\r\nAuthorization: Bearer " + token + "\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + body.length() + "\r\n\r\n";
        return (head + body).getBytes(StandardCharsets.US_ASCII);
    }
}
