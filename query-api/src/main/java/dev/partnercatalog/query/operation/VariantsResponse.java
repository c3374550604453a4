package dev.partnercatalog.query.operation;

import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.VariantImage;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Writes responses that contain variants: their images are spliced into reusable buffers. Thread-safe. */
final class VariantsResponse {

    private static final byte[] OPEN = ",\"variants\":[".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CLOSE = "]}".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COMMA = ",".getBytes(StandardCharsets.US_ASCII);

    /** As many images as the nearest cache of a processor has room for. */
    private static final int FETCHED_AT_ONCE = 16;

    private final OutputBuffers buffers = new OutputBuffers();

    /** @param others the other fields, whose names come first in alphabetical order, as a complete nonempty object */
    void write(Context context, byte[] others, List<VariantImage> variants, ScopeView view) throws IOException {
        Spliced spliced = new Spliced(others.length - 1L + OPEN.length, variants, view);
        try (OutputBuffers.Output out =
                stream(context, () -> context.res().setContentLengthLong(spliced.length() + CLOSE.length))) {
            out.write(others, 0, others.length - 1);
            out.write(OPEN, 0, OPEN.length);
            spliced.writeTo(out);
            out.write(CLOSE, 0, CLOSE.length);
            out.flush();
        } catch (UncheckedIOException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }

    /**
     * The variants of one response. Its length is known once they are written, so most responses, which fit in a buffer,
     * are spliced once; what doesn't fit is also spliced to count its bytes.
     */
    private static final class Spliced {

        private final List<VariantImage> variants;
        private final ScopeView view;
        private int next;
        private long before;

        @SuppressWarnings("unused") // It is written so that no compiler leaves out what it is made of.
        private int fetched;

        /** @param before the number of bytes before the first variant */
        Spliced(long before, List<VariantImage> variants, ScopeView view) {
            this.before = before;
            this.variants = variants;
            this.view = view;
        }

        void writeTo(OutputBuffers.Output out) {
            for (VariantImage variant : variants) {
                if (next % FETCHED_AT_ONCE == 0) {
                    fetch();
                }
                if (next > 0) {
                    out.write(COMMA, 0, COMMA.length);
                }
                variant.writeTo(out, view);
                next++;
                before = out.written();
            }
        }

        private void fetch() {
            for (int i = next; i < Math.min(next + FETCHED_AT_ONCE, variants.size()); i++) {
                fetched += variants.get(i).fetch();
            }
        }

        /** The number of bytes from the response's beginning to the last variant's end. */
        long length() {
            long length = before;
            for (int i = next; i < variants.size(); i++) {
                length += (i > 0 ? COMMA.length : 0) + variants.get(i).length(view);
            }
            return length;
        }
    }

    /** A response of any length; writing throws {@link UncheckedIOException} if the receiver accepts no more. */
    OutputBuffers.Output stream(Context context) throws IOException {
        return stream(context, () -> {});
    }

    private OutputBuffers.Output stream(Context context, Runnable beforeFirst) throws IOException {
        return buffers.to(context.res().getOutputStream(), beforeFirst);
    }

    /**
     * Adds the header of a response that may lack changes: the number of seconds for which it may.
     *
     * @param age of the catalog before anything was read from it: what is read later is no older
     */
    static void setAge(Context context, Duration age) {
        if (!age.isZero()) {
            context.header("Catalog-Age", Long.toString(age.toSeconds()));
        }
    }
}
