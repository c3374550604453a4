package dev.partnercatalog.console.server;

import dev.partnercatalog.console.page.AuditPage;
import dev.partnercatalog.operations.audit.AuditFilter;
import dev.partnercatalog.operations.audit.AuditLog;

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
                    RequestFields.query(context, AuditPage.Fields.OPERATOR),
                    RequestFields.query(context, AuditPage.Fields.ACTION));
            AuditFilter filter = new AuditFilter(
                    RequestFields.emptyAsNull(fields.operator()),
                    RequestFields.emptyAsNull(fields.action()),
                    null,
                    RequestFields.until(context));
            AuditLog.Found found = permits.use(() -> log.newest(filter, AuditPage.LENGTH + 1));
            return new AuditPage(found.entries(), fields, found.unreadable()).page();
        });
    }
}
