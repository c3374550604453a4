package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.catalog.CatalogKeys;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import dev.partnercatalog.webhook.catalog.SinkCatalog.FeedPosition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The logged store of one task beside the catalog. Its keys are a letter for the kind of row, then its parts, so that rows
 * that are read together are adjacent:
 *
 * <ul>
 *   <li>{@code h partner 0 company barcode 0 location}: what a partner has of a variant ({@link Acknowledged})
 *   <li>{@code x partner 0 company barcode 0 location}: that the variant waits by itself ({@link Deferred}); with location
 *       0, the variant at all of the company's scopes
 *   <li>{@code p partner 0}: how far the partner is ({@link PartnerRow})
 *   <li>{@code t}: how far the task is ({@link TaskRow})
 * </ul>
 *
 * Variants are laid out as in {@link CatalogKeys}; partners' ids contain no zero byte. Confined to the task's thread.
 */
public final class SinkState {

    public static final String STORE = "webhook-state";

    private static final char ACKNOWLEDGED = 'h';
    private static final char DEFERRED = 'x';
    private static final char PARTNER = 'p';
    private static final Bytes TASK = Bytes.wrap(new byte[] {'t'});

    private static final Comparator<ScopedVariant> ORDER = Comparator.nullsLast(Comparator.naturalOrder());

    private final KeyValueStore<Bytes, byte[]> store;
    private final SinkCatalog catalog;

    public SinkState(KeyValueStore<Bytes, byte[]> store, SinkCatalog catalog) {
        this.store = store;
        this.catalog = catalog;
    }

    public SinkCatalog catalog() {
        return catalog;
    }

    // What is listed beside what a partner has

    public ListedAndAcknowledged listedAndAcknowledged(String partnerId, ScopedVariant variant) {
        byte[] image = catalog.listings().contains(variant)
                ? catalog.images(List.of(variant)).get(variant)
                : null;
        return new ListedAndAcknowledged(variant, image, acknowledged(partnerId, variant));
    }

    /**
     * What a company lists beside what a partner has of it, in order.
     *
     * @param barcode null for all variants
     * @param from the variant to start with, null for the first
     */
    public List<ListedAndAcknowledged> listedAndAcknowledged(
            String partnerId, long companyId, @Nullable String barcode, @Nullable ScopedVariant from, int limit) {
        Map<ScopedVariant, Acknowledged> both = new LinkedHashMap<>();
        List<ScopedVariant> ofListed = new ArrayList<>();
        byte[] family = prefix(ACKNOWLEDGED, partnerId);
        byte[] prefix = CatalogKeys.with(family, companyId, barcode);
        byte[] start = from == null ? prefix : CatalogKeys.with(family, from);
        Queue<ScopedVariant> listed = new ArrayDeque<>(catalog.listings().listed(companyId, barcode, from, limit));
        try (KeyValueIterator<Bytes, byte[]> acknowledged =
                rows(Arrays.compareUnsigned(start, prefix) < 0 ? prefix : start, prefix)) {
            while (both.size() < limit && (!listed.isEmpty() || acknowledged.hasNext())) {
                ScopedVariant has = acknowledged.hasNext()
                        ? CatalogKeys.variant(acknowledged.peekNextKey().get(), family.length)
                        : null;
                int order = ORDER.compare(listed.peek(), has);
                ScopedVariant variant = Objects.requireNonNull(order <= 0 ? listed.peek() : has);
                both.put(variant, order >= 0 ? Acknowledged.decode(acknowledged.next().value) : Acknowledged.NOTHING);
                if (order <= 0) {
                    ofListed.add(listed.remove());
                }
            }
        }
        Map<ScopedVariant, byte[]> images = catalog.images(ofListed);
        return both.entrySet().stream()
                .map(row -> new ListedAndAcknowledged(row.getKey(), images.get(row.getKey()), row.getValue()))
                .toList();
    }

    // What a partner has

    public Acknowledged acknowledged(String partnerId, ScopedVariant variant) {
        byte[] bytes = store.get(key(ACKNOWLEDGED, partnerId, variant));
        return bytes == null ? Acknowledged.NOTHING : Acknowledged.decode(bytes);
    }

    /** Whether a partner may have a variant, or for all scopes of a company, whether it may at any of them. */
    public boolean mayHave(String partnerId, ScopedVariant variant) {
        if (!(variant.scope() instanceof Scope.AllOfCompany)) {
            return acknowledged(partnerId, variant).mayHaveAny();
        }
        byte[] prefix = CatalogKeys.with(prefix(ACKNOWLEDGED, partnerId), variant.companyId(), variant.barcode());
        try (KeyValueIterator<Bytes, byte[]> rows = rows(prefix, prefix)) {
            return rows.hasNext();
        }
    }

    public void putAcknowledged(String partnerId, Map<ScopedVariant, Acknowledged> acknowledged) {
        byte[] prefix = prefix(ACKNOWLEDGED, partnerId);
        List<KeyValue<Bytes, byte[]>> rows = new ArrayList<>(acknowledged.size());
        acknowledged.forEach((variant, one) -> rows.add(KeyValue.pair(
                Bytes.wrap(CatalogKeys.with(prefix, variant)),
                one.equals(Acknowledged.NOTHING) ? null : one.encode())));
        store.putAll(rows);
    }

    /** The number of variants of which a partner may have something; reads all of them. */
    public long countAcknowledged(String partnerId) {
        long[] count = {0};
        forEach(prefix(ACKNOWLEDGED, partnerId), (key, value) -> count[0]++);
        return count[0];
    }

    /** The first company from a number on of which a partner may have something; empty if there is none. */
    public OptionalLong acknowledgedCompany(String partnerId, long from) {
        byte[] family = prefix(ACKNOWLEDGED, partnerId);
        try (KeyValueIterator<Bytes, byte[]> rows = rows(CatalogKeys.with(family, from), family)) {
            return rows.hasNext()
                    ? OptionalLong.of(CatalogKeys.variant(rows.next().key.get(), family.length)
                            .companyId())
                    : OptionalLong.empty();
        }
    }

    // What waits by itself

    public @Nullable Deferred deferred(String partnerId, ScopedVariant variant) {
        byte[] bytes = store.get(key(DEFERRED, partnerId, variant));
        return bytes == null ? null : Format.read(bytes, Deferred.class);
    }

    public void putDeferred(String partnerId, ScopedVariant variant, Deferred deferred) {
        store.put(key(DEFERRED, partnerId, variant), Format.write(deferred));
    }

    public void deleteDeferred(String partnerId, ScopedVariant variant) {
        store.delete(key(DEFERRED, partnerId, variant));
    }

    public void forEachDeferred(String partnerId, BiConsumer<ScopedVariant, Deferred> visit) {
        byte[] family = prefix(DEFERRED, partnerId);
        forEach(
                family,
                (key, value) -> visit.accept(
                        CatalogKeys.variant(key.get(), family.length), Format.read(value, Deferred.class)));
    }

    // How far partners and the task are

    /** Each partner that is known here, by id. */
    public Map<String, PartnerRow> partners() {
        Map<String, PartnerRow> partners = new TreeMap<>();
        forEach(
                new byte[] {PARTNER},
                (key, value) -> partners.put(partnerId(key), Format.read(value, PartnerRow.class)));
        return partners;
    }

    public void putPartner(String partnerId, PartnerRow row) {
        store.put(Bytes.wrap(prefix(PARTNER, partnerId)), Format.write(row));
    }

    /** What the task remembers; null if nothing was ever written. */
    public @Nullable TaskRow task() {
        byte[] bytes = store.get(TASK);
        return bytes == null ? null : Format.read(bytes, TaskRow.class);
    }

    public void putTask(TaskRow row) {
        store.put(TASK, Format.write(row));
    }

    private static Bytes key(char kind, String partnerId, ScopedVariant variant) {
        return Bytes.wrap(CatalogKeys.with(prefix(kind, partnerId), variant));
    }

    private static byte[] prefix(char kind, String partnerId) {
        byte[] id = partnerId.getBytes(StandardCharsets.US_ASCII);
        byte[] prefix = new byte[id.length + 2];
        prefix[0] = (byte) kind;
        System.arraycopy(id, 0, prefix, 1, id.length);
        return prefix;
    }

    private static String partnerId(Bytes key) {
        byte[] bytes = key.get();
        int end = 1;
        while (bytes[end] != 0) {
            end++;
        }
        return new String(bytes, 1, end - 1, StandardCharsets.US_ASCII);
    }

    /** The rows from a key on that begin with a prefix. */
    private KeyValueIterator<Bytes, byte[]> rows(byte[] from, byte[] prefix) {
        return store.range(Bytes.wrap(from), Bytes.wrap(CatalogKeys.after(prefix)));
    }

    private void forEach(byte[] prefix, BiConsumer<Bytes, byte[]> visit) {
        try (KeyValueIterator<Bytes, byte[]> rows = rows(prefix, prefix)) {
            while (rows.hasNext()) {
                KeyValue<Bytes, byte[]> row = rows.next();
                visit.accept(row.key, row.value);
            }
        }
    }

    /**
     * A variant at a scope as it is listed, and as a partner has it.
     *
     * @param image of the entry that applies at the scope, not to be changed; null if the scope doesn't list the variant, or
     *     it doesn't resolve
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record ListedAndAcknowledged(ScopedVariant variant, byte @Nullable [] image, Acknowledged acknowledged) {}

    /**
     * What a task remembers of itself.
     *
     * @param read how far the sources were read: up to there, everything is settled for each partner without a cursor of its
     *     own
     * @param clock no message has a later time than this, in milliseconds since 1970
     * @param caughtUpAt when both sources had been read to their ends, in milliseconds since 1970
     * @param topics the ids of the sources
     */
    public record TaskRow(FeedPosition read, long clock, long caughtUpAt, List<String> topics) {

        public TaskRow {
            topics = List.copyOf(topics);
        }
    }
}
