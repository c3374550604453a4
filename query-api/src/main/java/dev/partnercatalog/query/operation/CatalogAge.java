package dev.partnercatalog.query.operation;

import io.javalin.http.Context;
import java.time.Duration;

/** The header that is only on an answer that may lack changes, and says for how many seconds it may. */
final class CatalogAge {

    private static final String HEADER = "Catalog-Age";

    private CatalogAge() {}

    /** @param age of the catalog before anything was read of it: what is read later is no older */
    static void tell(Context context, Duration age) {
        if (!age.isZero()) {
            context.header(HEADER, Long.toString(age.toSeconds()));
        }
    }
}
