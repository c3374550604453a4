package dev.partnercatalog.console.server;

import dev.partnercatalog.console.page.AuditPage;
import dev.partnercatalog.operations.audit.AuditFilter;
import dev.partnercatalog.operations.audit.AuditLog;
import io.javalin.http.Context;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** The audit log, which can't be changed here. */
public final class AuditPages implements Pages {

    private final AuditLog log;
    private final ReadPermits permits;

    public AuditPages(AuditLog log, ReadPermits permits) {
        this.log = log;
        this.permits = permits;
    }

    @Override
    public void addTo(Router router) {
        router.page("/audit", (context, visitor) -> {
            AuditPage.Fields fields = new AuditPage.Fields(
                    field(context, AuditPage.Fields.OPERATOR), field(context, AuditPage.Fields.ACTION));
            AuditFilter filter = new AuditFilter(
                    emptyAsNull(fields.operator()),
                    emptyAsNull(fields.action()),
                    null,
                    until(context.queryParam("until")));
            AuditLog.Found found = permits.use(() -> log.newest(filter, AuditPage.LENGTH + 1));
            return new AuditPage(found.entries(), fields, found.unreadable()).page();
        });
    }

    private static String field(Context context, String name) {
        String value = context.queryParam(name);
        return value == null ? "" : value.strip();
    }

    private static @Nullable String emptyAsNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static @Nullable Instant until(@Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new Faults.NoSuchPageException("There are no records from that time.");
        }
    }
}
