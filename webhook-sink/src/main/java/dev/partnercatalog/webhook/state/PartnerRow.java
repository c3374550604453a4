package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.catalog.CatalogKeys;
import dev.partnercatalog.webhook.catalog.FeedPosition;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a task remembers of a partner.
 *
 * @param revision fingerprint of the configuration under which the partner is served; {@link Hash#NONE} if no webhooks go
 *     to it
 * @param cursor up to where all changes are settled; null: where the task is
 * @param cursorAt when the sources ended at the cursor or earlier, in milliseconds since 1970
 * @param scans what has yet to be compared, whatever changes
 * @param resyncs how many of the partner's requests to send parts again are known here
 * @param pings how many of the pings that the partner requested are done
 * @param hold that removals wait, or waited, for an operator; null if none do
 */
public record PartnerRow(
        Hash revision,
        @Nullable FeedPosition cursor,
        long cursorAt,
        List<Scan> scans,
        long resyncs,
        long pings,
        @Nullable Hold hold) {

    /** Nothing is known of the partner. */
    public static final PartnerRow NEW = new PartnerRow(Hash.NONE, null, 0, List.of(), 0, 0, null);

    private static final byte LAYOUT = 1;
    private static final byte[] NONE = {};

    /** Stands for all variants; no barcode is empty. */
    private static final String ALL = "";

    public PartnerRow {
        scans = List.copyOf(scans);
    }

    /**
     * A part of the catalog that is read side by side with what the partner has, and how far that has got.
     *
     * @param resync number of the request to send it again, whether the partner has it or not (D32); 0: it is only compared
     * @param scope of a company, or all of its scopes; null for everything
     * @param barcode null for all variants of the scope
     * @param since when it began, in milliseconds since 1970
     * @param from the variant with which it goes on; null if it has yet to begin
     */
    public record Scan(
            long resync,
            @Nullable Scope scope,
            @Nullable String barcode,
            long since,
            @Nullable ScopedVariant from) {

        private void write(DataOutputStream out) throws IOException {
            out.writeLong(resync);
            Format.writeBytes(
                    out,
                    scope == null
                            ? null
                            : CatalogKeys.with(NONE, new ScopedVariant(scope, barcode == null ? ALL : barcode)));
            out.writeLong(since);
            Format.writeBytes(out, from == null ? null : CatalogKeys.with(NONE, from));
        }

        private static Scan read(DataInputStream in) throws IOException {
            long resync = in.readLong();
            byte[] part = Format.readBytes(in);
            ScopedVariant asked = part == null ? null : CatalogKeys.variant(part, 0);
            long since = in.readLong();
            byte[] from = Format.readBytes(in);
            return new Scan(
                    resync,
                    asked == null ? null : asked.scope(),
                    asked == null || asked.barcode().equals(ALL) ? null : asked.barcode(),
                    since,
                    from == null ? null : CatalogKeys.variant(from, 0));
        }
    }

    /**
     * That removals are held, because most of what the partner has is not listed any more.
     *
     * @param since when that was found, in milliseconds since 1970
     * @param releases how often an operator had released the partner's webhook by then: one release more ends the hold
     * @param released whether that has happened: the removals are sent, until none of them is left
     */
    public record Hold(long since, long releases, boolean released) {}

    byte[] encode() {
        return Format.write(LAYOUT, out -> {
            Format.writeHash(out, revision);
            out.writeBoolean(cursor != null);
            FeedPosition at = Objects.requireNonNullElse(cursor, FeedPosition.NOTHING);
            out.writeLong(at.entries());
            out.writeLong(at.listings());
            out.writeLong(cursorAt);
            out.writeInt(scans.size());
            for (Scan scan : scans) {
                scan.write(out);
            }
            out.writeLong(resyncs);
            out.writeLong(pings);
            out.writeBoolean(hold != null);
            if (hold != null) {
                out.writeLong(hold.since());
                out.writeLong(hold.releases());
                out.writeBoolean(hold.released());
            }
        });
    }

    static PartnerRow decode(byte[] encoded) {
        return Format.read(encoded, LAYOUT, "partner's row", in -> {
            Hash revision = Format.readHash(in);
            boolean own = in.readBoolean();
            FeedPosition cursor = new FeedPosition(in.readLong(), in.readLong());
            long cursorAt = in.readLong();
            List<Scan> scans = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                scans.add(Scan.read(in));
            }
            return new PartnerRow(
                    revision,
                    own ? cursor : null,
                    cursorAt,
                    scans,
                    in.readLong(),
                    in.readLong(),
                    in.readBoolean() ? new Hold(in.readLong(), in.readLong(), in.readBoolean()) : null);
        });
    }
}
