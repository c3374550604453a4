package dev.partnercatalog.benchmarks.batchget;

import dev.partnercatalog.benchmarks.setup.GeneratedCatalog;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Batch-gets of 100 barcodes or SKUs at a location, uniformly distributed over all data, as bytes of HTTP/1.1; the same
 * for the same seed.
 */
final class BatchRequests {

    static final int BARCODES = 100;

    private static final String TEN_FIELDS = ",\"fields\":[\"brand\",\"cannabisUnitOfMeasure\",\"cbd\",\"name\","
            + "\"productType\",\"stateCodes\",\"strain\",\"thc\",\"unitSize\",\"variantType\"]";

    private final SplittableRandom random;
    private final Load load;

    BatchRequests(long seed, Load load) {
        this.random = new SplittableRandom(seed);
        this.load = load;
    }

    byte[] next() {
        boolean skus = load.batch() == Batch.SKUS;
        int company = random.nextInt(skus ? GeneratedCatalog.LISTING_COMPANIES : GeneratedCatalog.COMPANIES);
        int variants = skus ? GeneratedCatalog.listed(load.variants()) : load.variants();
        int location = random.nextInt(GeneratedCatalog.locations(company));
        StringBuilder body = new StringBuilder("{\"locationId\":")
                .append(GeneratedCatalog.locationId(company, location))
                .append(skus ? ",\"skus\":[" : ",\"barcodes\":[");
        for (int i = 0; i < BARCODES; i++) {
            int variant = random.nextInt(variants);
            body.append(i == 0 ? "\"" : ",\"")
                    .append(skus ? GeneratedCatalog.sku(variant) : GeneratedCatalog.barcode(variant))
                    .append('"');
        }
        body.append(load.batch() == Batch.TEN_FIELDS ? "]" + TEN_FIELDS + "}" : "]}");
        String head = "POST /v1/" + GeneratedCatalog.companyId(company) + "/variants/batch-get HTTP/1.1\r\n"
                + "Host: 127.0.0.1\r\nAuthorization: Bearer " + load.token() + "\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + body.length() + "\r\n\r\n";
        return (head + body).getBytes(StandardCharsets.US_ASCII);
    }
}
