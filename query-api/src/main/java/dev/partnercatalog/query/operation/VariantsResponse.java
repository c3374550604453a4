package dev.partnercatalog.query.operation;

import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.VariantImage;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Writes responses that contain variants: their images are spliced into reusable buffers. Thread-safe. */
final class VariantsResponse {

    private static final byte[] OPEN = ",\"variants\":[".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CLOSE = "]}".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COMMA = ",".getBytes(StandardCharsets.US_ASCII);

    private final OutputBuffers buffers = new OutputBuffers();

    /** @param others the other fields, whose names come first in alphabetical order, as a complete nonempty object */
    void write(Context context, byte[] others, List<VariantImage> variants, ScopeView view) throws IOException {
        long length = others.length - 1L + OPEN.length + Math.max(0, variants.size() - 1) + CLOSE.length;
        for (VariantImage variant : variants) {
            length += variant.length(view);
        }
        context.res().setContentLengthLong(length);
        try (OutputBuffers.Output out = stream(context)) {
            out.write(others, 0, others.length - 1);
            out.write(OPEN, 0, OPEN.length);
            for (int i = 0; i < variants.size(); i++) {
                if (i > 0) {
                    out.write(COMMA, 0, COMMA.length);
                }
                variants.get(i).writeTo(out, view);
            }
            out.write(CLOSE, 0, CLOSE.length);
            out.flush();
        } catch (UncheckedIOException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }

    /** A response of any length; writing throws {@link UncheckedIOException} if the receiver accepts no more. */
    OutputBuffers.Output stream(Context context) throws IOException {
        return buffers.to(context.res().getOutputStream());
    }
}
