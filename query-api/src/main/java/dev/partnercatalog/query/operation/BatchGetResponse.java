package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.partnercatalog.http.JsonOutput;
import dev.partnercatalog.resolution.BatchGet;
import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.VariantImage;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Writes a batch-get's answer: the variants' images spliced into buffers that are used again. Thread-safe. */
final class BatchGetResponse {

    private static final byte[] OPEN = ",\"variants\":[".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CLOSE = "]}".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] COMMA = ",".getBytes(StandardCharsets.US_ASCII);

    private final OutputBuffers buffers = new OutputBuffers();

    void write(Context context, BatchGet<VariantImage> answer, ScopeView view) throws IOException {
        byte[] rest = withoutVariants(answer);
        List<VariantImage> variants = answer.variants();
        long length = rest.length - 1L + OPEN.length + Math.max(0, variants.size() - 1) + CLOSE.length;
        for (VariantImage variant : variants) {
            length += variant.length(view);
        }
        context.res().setContentLengthLong(length);
        try (OutputBuffers.Output out = buffers.to(context.res().getOutputStream())) {
            out.write(rest, 0, rest.length - 1);
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

    /** The other fields, whose names come first in alphabetical order, as a whole object. */
    private static byte[] withoutVariants(BatchGet<VariantImage> answer) {
        return JsonOutput.bytes(json -> {
            json.writeStartObject();
            write(json, "failedBarcodes", answer.failedBarcodes());
            write(json, "failedSkus", answer.failedSkus());
            json.writeObjectFieldStart("mappedSkuBarcodes");
            for (var mapped : answer.mappedSkuBarcodes().entrySet()) {
                json.writeStringField(mapped.getKey(), mapped.getValue());
            }
            json.writeEndObject();
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, String field, List<String> texts) throws IOException {
        json.writeArrayFieldStart(field);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }
}
