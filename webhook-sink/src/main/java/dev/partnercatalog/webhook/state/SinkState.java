package dev.partnercatalog.webhook.state;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The store of one task by the kinds of its entries. For the task's own thread alone. */
public final class SinkState {

    public static final String STORE = "webhook-state";

    private static final byte NUMBER_FORMAT = 1;
    private static final byte COMPARED_FORMAT = 1;
    private static final byte[] PRESENT = new byte[0];

    private final KeyValueStore<Bytes, byte[]> store;
    private final Scan scan;
    private final DueMarks marks;
    private final SingleObjectSerde<ResolvedVariant> variants = new SingleObjectSerde<>(ResolvedVariant.class);

    public SinkState(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
        this.scan = new Scan(store);
        this.marks = new DueMarks(store, scan);
    }

    // Entries

    /** The entry that holds for a scope if the scope lists the variant: the location's own, else the company's. */
    public @Nullable ResolvedVariant listed(ScopedVariant variant) {
        byte[] entry = isListed(variant) ? entry(variant) : null;
        return entry == null ? null : variants.decode(entry);
    }

    /** Whether a scope lists a variant, and the variant resolves there. */
    public boolean isDeliverable(ScopedVariant variant) {
        return isListed(variant) && entry(variant) != null;
    }

    private byte @Nullable [] entry(ScopedVariant variant) {
        byte[] own = store.get(Keys.of(Keys.ENTRY, variant));
        return own != null || variant.isCompany() ? own : store.get(Keys.of(Keys.ENTRY, variant.ofCompany()));
    }

    /** Whether a scope has an entry of its own. */
    public boolean hasEntry(ScopedVariant variant) {
        return store.get(Keys.of(Keys.ENTRY, variant)) != null;
    }

    /** Sets a scope's own entry; null where it has none any more. */
    public void putEntry(ScopedVariant variant, @Nullable ResolvedVariant entry) {
        store.put(Keys.of(Keys.ENTRY, variant), entry == null ? null : variants.encode(entry));
    }

    // Listings

    public boolean isListed(ScopedVariant variant) {
        return scan.hasAny(Keys.with(Keys.prefix(Keys.LISTED), variant), null);
    }

    /**
     * Lists under an SKU the barcode that it has from now on, and no other; to be followed by {@link #putBarcode}, when all
     * that comes of it is written. After a crash in between, this gives the same again.
     *
     * @param barcode null where the SKU has none any more
     * @return the variants that the scope lists by this for the first time, or no longer lists
     */
    public List<ScopedVariant> list(ListingKey listing, @Nullable String barcode) {
        byte[] stored = store.get(Keys.of(listing));
        String before = stored == null ? null : new String(stored, StandardCharsets.US_ASCII);
        List<ScopedVariant> changed = new ArrayList<>();
        if (!Objects.equals(before, barcode)) {
            if (before != null) {
                store.delete(Keys.listed(listing, before));
                addUnlessListedOtherwise(changed, listing, before);
            }
            if (barcode != null) {
                store.put(Keys.listed(listing, barcode), PRESENT);
                addUnlessListedOtherwise(changed, listing, barcode);
            }
        }
        return changed;
    }

    private void addUnlessListedOtherwise(List<ScopedVariant> variants, ListingKey listing, String barcode) {
        ScopedVariant variant = new ScopedVariant(listing.companyId(), listing.locationId(), barcode);
        if (!scan.hasAny(Keys.with(Keys.prefix(Keys.LISTED), variant), Keys.listed(listing, barcode))) {
            variants.add(variant);
        }
    }

    /** Sets the barcode that a scope lists under an SKU; null where it lists none any more. */
    public void putBarcode(ListingKey listing, @Nullable String barcode) {
        store.put(Keys.of(listing), barcode == null ? null : barcode.getBytes(StandardCharsets.US_ASCII));
    }

    /** A company's listed variants in order, from the one after {@code after}, or the first where that is null. */
    public List<ScopedVariant> listedAfter(long companyId, @Nullable ScopedVariant after, int limit) {
        byte[] family = Keys.prefix(Keys.LISTED);
        return scan.variantsAfter(family, Keys.with(family, companyId), after, limit);
    }

    /**
     * Where a company lists a variant: at which locations, and itself for all of them; from the scope after {@code after}, or
     * the first where that is null.
     */
    public List<ScopedVariant> listedOf(ScopedVariant company, @Nullable ScopedVariant after, int limit) {
        byte[] prefix = Keys.ofVariant(Keys.LISTED, company.companyId(), company.barcode());
        return scan.variantsAfter(Keys.prefix(Keys.LISTED), prefix, after, limit);
    }

    // What hasn't reached all locations

    /** The changes of companies' entries that haven't reached all scopes that they hold for. */
    public Map<ScopedVariant, Due> spreading() {
        Map<ScopedVariant, Due> spreading = new LinkedHashMap<>();
        byte[] family = Keys.prefix(Keys.SPREADING);
        scan.forEach(family, (key, value) -> spreading.put(Keys.variant(key, family.length), Due.decode(value)));
        return spreading;
    }

    public void putSpreading(ScopedVariant company, Due change) {
        store.put(Keys.of(Keys.SPREADING, company), change.encode());
    }

    public void deleteSpreading(ScopedVariant company) {
        store.delete(Keys.of(Keys.SPREADING, company));
    }

    // What partners have

    public Held held(String partnerId, ScopedVariant variant) {
        byte[] bytes = store.get(Keys.ofPartner(Keys.HELD, partnerId, variant));
        return bytes == null ? Held.NOTHING : Held.decode(bytes);
    }

    public void putHeld(String partnerId, ScopedVariant variant, Held held) {
        Bytes key = Keys.ofPartner(Keys.HELD, partnerId, variant);
        if (held.equals(Held.NOTHING)) {
            store.delete(key);
        } else {
            store.put(key, held.encode());
        }
    }

    public List<ScopedVariant> heldAfter(String partnerId, long companyId, @Nullable ScopedVariant after, int limit) {
        byte[] family = Keys.prefix(Keys.HELD, partnerId);
        return scan.variantsAfter(family, Keys.with(family, companyId), after, limit);
    }

    // What is due

    public DueMarks marks() {
        return marks;
    }

    // What was compared under which configuration

    /** By company, the fingerprint of the configuration under which it was last compared whole for the partner. */
    public SortedMap<Long, Hash> compared(String partnerId) {
        byte[] family = Keys.prefix(Keys.COMPARED, partnerId);
        TreeMap<Long, Hash> compared = new TreeMap<>();
        scan.forEach(family, (key, value) -> compared.put(Keys.companyId(key, family.length), readCompared(value)));
        return compared;
    }

    public void putCompared(String partnerId, long companyId, Hash fingerprint) {
        ByteBuffer bytes = ByteBuffer.allocate(1 + Hash.BYTES).put(COMPARED_FORMAT);
        fingerprint.write(bytes);
        store.put(Keys.compared(partnerId, companyId), bytes.array());
    }

    public void deleteCompared(String partnerId, long companyId) {
        store.delete(Keys.compared(partnerId, companyId));
    }

    private static Hash readCompared(byte[] value) {
        return Hash.read(Format.open(value, COMPARED_FORMAT, "fingerprint"));
    }

    // Partners

    /** Each partner that was ever active, by id. */
    public Map<String, Activity> activities() {
        Map<String, Activity> activities = new TreeMap<>();
        byte[] family = Keys.prefix(Keys.PARTNER);
        scan.forEach(family, (key, value) -> activities.put(Keys.partnerId(key), Activity.decode(value)));
        return activities;
    }

    public void putActivity(String partnerId, Activity activity) {
        store.put(Keys.of(Keys.PARTNER, partnerId), activity.encode());
    }

    // What was told of partners

    /** How many of the pings that a partner asked for are behind it. */
    public long answeredPings(String partnerId) {
        byte[] bytes = store.get(Keys.of(Keys.PINGS, partnerId));
        return bytes == null
                ? 0
                : Format.open(bytes, NUMBER_FORMAT, "number of pings").getLong();
    }

    public void putAnsweredPings(String partnerId, long pings) {
        store.put(Keys.of(Keys.PINGS, partnerId), number(pings));
    }

    /** The partners of whom others may have been told that something is due. */
    public List<String> reported() {
        return scan.partners(Keys.REPORTED);
    }

    public void putReported(String partnerId) {
        store.put(Keys.of(Keys.REPORTED, partnerId), number(1));
    }

    public void deleteReported(String partnerId) {
        store.delete(Keys.of(Keys.REPORTED, partnerId));
    }

    // The clock

    /**
     * A time that was never given out before by this store: {@code now}, or as much later as that takes. So what is sent
     * later is stamped later, whatever the machine's clock does and whichever machine it is.
     */
    public long uniqueTime(long now) {
        byte[] bytes = store.get(Keys.CLOCK);
        long last = bytes == null
                ? Long.MIN_VALUE
                : Format.open(bytes, NUMBER_FORMAT, "clock").getLong();
        long time = Math.max(now, last + 1);
        store.put(Keys.CLOCK, number(time));
        return time;
    }

    private static byte[] number(long value) {
        return ByteBuffer.allocate(1 + Long.BYTES)
                .put(NUMBER_FORMAT)
                .putLong(value)
                .array();
    }

    // The sources

    byte @Nullable [] progress(CatalogTopic source) {
        return store.get(Keys.progress(source));
    }

    void putProgress(CatalogTopic source, byte[] progress) {
        store.put(Keys.progress(source), progress);
    }
}
