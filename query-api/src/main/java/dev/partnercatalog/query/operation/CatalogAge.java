package dev.partnercatalog.query.operation;

import io.javalin.http.Context;
import java.time.Duration;

/**
 * A header that is only present on a response that may lack changes. It gives the number of seconds for which it may.
 */
final class CatalogAge {

    private static final String HEADER = "Catalog-Age";

    private CatalogAge() {}

    /** @param age of the catalog before anything was read from it: what is read later is no older */
    static void setHeader(Context context, Duration age) {
        if (!age.isZero()) {
            context.header(HEADER, Long.toString(age.toSeconds()));
        }
    }
}
