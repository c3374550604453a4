package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What a task's store contains about one partner, read from the store's changelog. After each write the changelog is a
 * state that a crash might have left, so it can be read while the task works. Not thread-safe.
 */
public final class PartnerRows {

    private static final long NOTHING = -1;

    private final String partnerId;
    private final Map<ScopedVariant, Acknowledged> acknowledged = new HashMap<>();
    private final Set<ScopedVariant> due = new HashSet<>();
    private final Map<Long, Intent> intents = new HashMap<>();
    private final SortedMap<Long, ComparisonProgress> compared = new TreeMap<>();
    private final Map<Long, Resync> resyncs = new HashMap<>();
    private final Map<CatalogTopic, Long> applied = new HashMap<>();
    private Activity activity = Activity.NEVER;
    private long knownResyncs;

    public PartnerRows(String partnerId) {
        this.partnerId = partnerId;
    }

    /** Adds the next write. */
    public void accept(byte[] key, byte @Nullable [] value) {
        Bytes row = Bytes.wrap(key);
        switch ((char) key[0]) {
            case Keys.ACKNOWLEDGED -> {
                if (isOfPartner(row)) {
                    put(
                            acknowledged,
                            Keys.variant(row, prefixLength()),
                            value == null ? null : Acknowledged.decode(value));
                }
            }
            case Keys.DUE -> {
                if (isOfPartner(row)) {
                    ScopedVariant variant = Keys.variant(row, prefixLength());
                    if (value == null) {
                        due.remove(variant);
                    } else {
                        due.add(variant);
                    }
                }
            }
            case Keys.INTENT -> {
                long number = Keys.number(row, 1);
                Intent intent = value == null ? null : Intent.decode(number, value);
                put(intents, number, intent == null || !intent.partnerId().equals(partnerId) ? null : intent);
            }
            case Keys.COMPARED -> {
                if (isOfPartner(row)) {
                    put(
                            compared,
                            Keys.number(row, prefixLength()),
                            value == null ? null : ComparisonProgress.decode(value));
                }
            }
            case Keys.RESYNC -> {
                if (isOfPartner(row)) {
                    long number = Keys.number(row, prefixLength());
                    put(resyncs, number, value == null ? null : Resync.decode(number, value));
                }
            }
            case Keys.PARTNER -> {
                if (isOfPartner(row)) {
                    activity = value == null ? Activity.NEVER : Activity.decode(value);
                }
            }
            case Keys.KNOWN_RESYNCS -> {
                if (isOfPartner(row)) {
                    knownResyncs = value == null ? 0 : Format.decodeNumber(value, "number of resyncs");
                }
            }
            case Keys.PROGRESS -> {
                for (CatalogTopic source : Set.of(CatalogTopic.COMPANY_VARIANTS, CatalogTopic.SKU_BARCODES)) {
                    if (row.equals(Keys.progress(source))) {
                        put(applied, source, value == null ? null : Progress.decodeApplied(value));
                    }
                }
            }
            default -> {
                // Rows of other kinds concern no partner.
            }
        }
    }

    private boolean isOfPartner(Bytes row) {
        return Keys.partnerId(row).equals(partnerId);
    }

    private int prefixLength() {
        return partnerId.length() + 2;
    }

    private static <K, V> void put(Map<K, V> map, K key, @Nullable V value) {
        if (value == null) {
            map.remove(key);
        } else {
            map.put(key, value);
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

    /** Whether there is a mark that what the partner has of a variant may differ from what it should have. */
    public boolean isMarked(ScopedVariant variant) {
        return due.contains(variant) || due.contains(variant.atAllOfCompany());
    }

    /**
     * The variants in messages whose outcome isn't known.
     *
     * @param inDoubt true for those that an attempt may have brought to the partner, false for all others
     */
    public Set<ScopedVariant> underIntent(boolean inDoubt) {
        return intents.values().stream()
                .flatMap(intent -> intent.resumed().entries().stream())
                .filter(entry -> entry.inDoubt() == inDoubt)
                .map(Intent.Entry::variant)
                .collect(Collectors.toSet());
    }

    /** How far a company has been compared, null if that never began. */
    public @Nullable ComparisonProgress compared(long companyId) {
        return compared.get(companyId);
    }

    /** Whether the variant is in a part of the catalog that has yet to be sent again. */
    public boolean isAskedForAgain(ScopedVariant variant) {
        return resyncs.values().stream()
                .anyMatch(resync -> resync.scope().companyId() == variant.companyId()
                        && resync.isOf(variant)
                        && (resync.after() == null || resync.after().compareTo(variant) < 0));
    }

    /** The number of the last request to send a part again that was accepted. */
    public long knownResyncs() {
        return knownResyncs;
    }

    /** Whether webhooks go to the partner, as the task last saw it. */
    public Activity activity() {
        return activity;
    }

    /** Whether the record of a source at this offset is in the store. */
    public boolean hasRead(CatalogTopic source, long offset) {
        return offset <= applied.getOrDefault(source, NOTHING);
    }
}
