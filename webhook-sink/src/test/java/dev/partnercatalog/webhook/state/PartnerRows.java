package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;

/** What one partner's rows in a task's store say. */
public final class PartnerRows {

    private final String partnerId;
    private final Map<ScopedVariant, Acknowledged> acknowledged = new HashMap<>();
    private final Set<ScopedVariant> deferred = new HashSet<>();
    private PartnerRow row = PartnerRow.NEW;
    private FeedPosition task = FeedPosition.NOTHING;

    public PartnerRows(String partnerId) {
        this.partnerId = partnerId;
    }

    /** Adds a row. */
    public void accept(byte[] key, byte[] value) {
        Bytes at = Bytes.wrap(key);
        if (at.equals(Keys.TASK)) {
            task = TaskRow.decode(value).read();
        } else if (Keys.partnerId(at).equals(partnerId)) {
            int prefix = partnerId.length() + 2;
            switch ((char) key[0]) {
                case Keys.ACKNOWLEDGED -> acknowledged.put(Keys.variant(at, prefix), Acknowledged.decode(value));
                case Keys.DEFERRED -> deferred.add(Keys.variant(at, prefix));
                case Keys.PARTNER -> row = PartnerRow.decode(value);
                default -> throw new AssertionError("a row of an unknown kind: " + at);
            }
        }
    }

    /** What the partner has of a variant. */
    public Acknowledged acknowledged(ScopedVariant variant) {
        return acknowledged.getOrDefault(variant, Acknowledged.NOTHING);
    }

    /** The variants of which the partner may have something. */
    public Set<ScopedVariant> acknowledged() {
        return Collections.unmodifiableSet(acknowledged.keySet());
    }

    /** Whether a variant waits by itself. */
    public boolean isDeferred(ScopedVariant variant) {
        return deferred.contains(variant) || deferred.contains(variant.atAllOfCompany());
    }

    /** Whether a scan has yet to pass a variant, or everything is to be compared anew under another configuration. */
    public boolean isAheadOfScan(ScopedVariant variant, Hash revision) {
        return !row.revision().equals(revision)
                || row.scans().stream()
                        .anyMatch(scan -> contains(scan, variant)
                                && (scan.from() == null || scan.from().compareTo(variant) <= 0));
    }

    private static boolean contains(PartnerRow.Scan scan, ScopedVariant variant) {
        Scope scope = scan.scope();
        return (scope == null
                        || scope.equals(variant.scope())
                        || (scope instanceof Scope.AllOfCompany && scope.companyId() == variant.companyId()))
                && (scan.barcode() == null || scan.barcode().equals(variant.barcode()));
    }

    /** The number of the last request to send a part again that is known. */
    public long resyncs() {
        return row.resyncs();
    }

    /** Whether the record of a source at this offset comes before the partner's cursor. */
    public boolean hasRead(CatalogTopic source, long offset) {
        FeedPosition cursor = row.cursor() == null ? task : row.cursor();
        return offset <= (source == CatalogTopic.SKU_BARCODES ? cursor.listings() : cursor.entries());
    }
}
