package dev.partnercatalog.query.table;

import dev.partnercatalog.query.table.CatalogReader.TooLargeException;
import dev.partnercatalog.query.tier.EntryKey;
import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks up what applies at one scope: the location's content, otherwise the company's, otherwise the product; many
 * barcodes at once.
 */
final class ScopedEntries {

    /** For all images of a page, and for what is read at once; a record may have more than a MiB. */
    private static final long MOST_BYTES = 8 << 20;

    /** How many barcodes are looked up before checking whether there is room for more. */
    private static final int READ_AT_ONCE = 64;

    private static final long NO_REFERENCE = -1;

    private final TableStore companies;
    private final TableStore products;
    private final MissingProducts missing;
    private final Scope scope;

    ScopedEntries(TableStore companies, TableStore products, MissingProducts missing, Scope scope) {
        this.companies = companies;
        this.products = products;
        this.missing = missing;
        this.scope = scope;
    }

    /**
     * The images of the first few barcodes, {@code count} with those that have none; the next one may wait for a record of
     * a product that has yet to arrive.
     */
    record Fitting(Map<String, VariantImage> images, int count, boolean waits) {}

    /** See {@link CatalogReader#find}. */
    Map<String, VariantImage> find(List<String> barcodes, long mostBytes) {
        Map<String, VariantImage> found = new HashMap<>(2 * barcodes.size());
        long held = 0;
        int first = 0;
        while (first < barcodes.size()) {
            Lookup lookup = new Lookup(barcodes.subList(first, Math.min(barcodes.size(), first + READ_AT_ONCE)));
            @Nullable Slice[] ofProducts = lookup.products(i -> lookup.own[i] == null);
            for (int i = 0; i < lookup.count; i++) {
                Slice own = lookup.own[i];
                put(lookup.everywhere[i], own == null ? ofProducts[i] : own, found);
            }
            held += lookup.held;
            if (held > mostBytes) {
                throw new TooLargeException(mostBytes);
            }
            first += lookup.count;
        }
        return found;
    }

    /**
     * For the first of the barcodes that the scope lists, as many as may be held at once, but at least one, unless it
     * waits. Without an entry of the company, a barcode doesn't resolve: nothing would report its change.
     */
    Fitting listed(List<String> barcodes) {
        Map<String, VariantImage> images = new HashMap<>(2 * barcodes.size());
        long bytes = 0;
        int first = 0;
        while (first < barcodes.size()) {
            List<String> some = barcodes.subList(first, Math.min(barcodes.size(), first + READ_AT_ONCE));
            Lookup lookup = new Lookup(some);
            long[] wanted = lookup.wantedProducts();
            @Nullable Slice[] ofProducts = lookup.products(i -> wanted[i] >= 0);
            for (int i = 0; i < lookup.count; i++) {
                Slice value = wanted[i] >= 0 ? ofProducts[i] : lookup.own[i];
                if (wanted[i] >= 0 && isArrived(value, wanted[i])) {
                    missing.arrived(some.get(i), wanted[i]);
                } else if (wanted[i] >= 0) {
                    if (!missing.isLost(some.get(i), wanted[i])) {
                        return new Fitting(images, first + i, true);
                    }
                    value = null;
                }
                VariantImage image = put(lookup.everywhere[i], value, images);
                bytes += image == null ? 0 : image.size();
                if (bytes > MOST_BYTES && first + i > 0) {
                    images.remove(some.get(i));
                    return new Fitting(images, first + i, false);
                }
            }
            first += lookup.count;
        }
        return new Fitting(images, barcodes.size(), false);
    }

    /** An unreadable record has arrived, whatever its revision was to be: the barcode doesn't resolve. */
    private static boolean isArrived(@Nullable Slice product, long wanted) {
        return product != null
                && (TableCodec.isUnreadable(product.bytes(), product.start())
                        || TableCodec.revision(product) >= wanted);
    }

    private static @Nullable VariantImage put(EntryKey key, @Nullable Slice value, Map<String, VariantImage> images) {
        VariantImage image = value == null ? null : TableCodec.image(value);
        if (image != null) {
            images.put(key.barcode(), image);
        }
        return image;
    }

    /** One look-up of some barcodes; of the first of them only, if those need too much memory. */
    private final class Lookup {

        private final EntryKey[] everywhere;
        private final EntryKey[] ofCompany;

        /** The content of the location or the company; null if they have none. */
        private final @Nullable Slice[] own;

        /** How many of the barcodes it is about, at least one. */
        private int count;

        /** The bytes of memory that what was found needs, beside what is in memory anyway. */
        private long held;

        Lookup(List<String> barcodes) {
            everywhere = barcodes.stream().map(EntryKey::everywhere).toArray(EntryKey[]::new);
            ofCompany = new EntryKey[everywhere.length];
            Scope company = scope.company();
            Arrays.setAll(ofCompany, i -> everywhere[i].at(company));
            count = everywhere.length;
            own = companies.memory().findIfMostSpecific(ofCompany, i -> true);
            for (int i = 0; i < count; i++) {
                EntryKey key = everywhere[i];
                Slice cached = own[i];
                own[i] = cached == null ? scope.mostSpecific(at -> companies.find(key.at(at))) : present(cached);
                hold(own[i], i);
            }
        }

        private void hold(@Nullable Slice found, int i) {
            held += found == null ? 0 : found.held();
            if (held > MOST_BYTES) {
                count = i + 1;
            }
        }

        @Nullable
        Slice[] products(IntPredicate wanted) {
            @Nullable Slice[] found = products.memory().findIfMostSpecific(everywhere, wanted);
            for (int i = 0; i < count; i++) {
                if (wanted.test(i)) {
                    Slice cached = found[i];
                    found[i] = cached == null ? products.find(everywhere[i]) : present(cached);
                    hold(found[i], i);
                }
            }
            return found;
        }

        /** The revisions of the products that the company's references name; negative where there is no reference. */
        long[] wantedProducts() {
            long[] wanted = new long[own.length];
            List<byte[]> keys = new ArrayList<>();
            Arrays.fill(wanted, NO_REFERENCE);
            for (int i = 0; i < count; i++) {
                if (own[i] == null) {
                    keys.add(TableStore.encoded(ofCompany[i]));
                }
            }
            if (keys.isEmpty()) {
                return wanted;
            }
            List<byte @Nullable []> values = companies.getAll(keys);
            for (int i = 0, read = 0; i < count; i++) {
                if (own[i] != null) {
                    continue;
                }
                byte[] value = values.get(read++);
                if (value != null && TableCodec.isReference(value)) {
                    wanted[i] = TableCodec.revision(new Slice(value, 0));
                } else if (value != null) {
                    own[i] = new Slice(value, 0); // It arrived just now.
                }
            }
            return wanted;
        }
    }

    private static @Nullable Slice present(Slice slice) {
        return slice.isAbsent() ? null : slice;
    }

    /**
     * Records of products that are referred to and aren't here. One is lost if it still isn't here when everything is that its
     * topic held a while later: the resolver writes it together with what refers to it. A reference to a lost record counts
     * as unreadable, because it would hold up its company for good otherwise. Thread-safe.
     */
    static final class MissingProducts {

        /** The resolver's transactions end sooner. */
        static final Duration PATIENCE = Duration.ofMinutes(1);

        static final int MOST = 10_000;

        private static final Logger LOG = LoggerFactory.getLogger(MissingProducts.class);

        private record Missing(String barcode, long revision) {}

        private final ConcurrentMap<Missing, Instant> since = new ConcurrentHashMap<>();
        private final ConcurrentMap<Missing, Instant> lost = new ConcurrentHashMap<>();
        private final Supplier<@Nullable Instant> lastComplete;
        private final InstantSource clock;

        /** @param lastComplete when the table of products last held everything that its topic did; null if that isn't known */
        MissingProducts(Supplier<@Nullable Instant> lastComplete, InstantSource clock) {
            this.lastComplete = lastComplete;
            this.clock = clock;
        }

        /** A record is here: should it be missed later, it is missed anew. */
        void arrived(String barcode, long revision) {
            if (!since.isEmpty()) {
                since.remove(new Missing(barcode, revision));
            }
        }

        /** Whether a record that isn't here won't come any more. */
        boolean isLost(String barcode, long revision) {
            Missing missing = new Missing(barcode, revision);
            if (since.size() >= MOST) {
                since.clear(); // Most have arrived since; the others wait anew.
            }
            Instant first = since.computeIfAbsent(missing, any -> clock.instant());
            Instant here = lastComplete.get();
            if (here == null || !here.isAfter(first.plus(PATIENCE))) {
                return false;
            }
            if (lost.size() < MOST && lost.putIfAbsent(missing, first) == null) {
                LOG.error(
                        "resolved-variants lacks the record of product {} at revision {}, to which companies refer: it"
                                + " counts as unreadable. The next change of the product writes it again",
                        barcode,
                        revision);
            }
            return true;
        }
    }
}
