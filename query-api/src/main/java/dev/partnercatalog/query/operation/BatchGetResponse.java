package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.partnercatalog.query.http.JsonOutput;
import dev.partnercatalog.resolution.BatchGet;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes a batch-get's answer: the variants as they were rendered, spliced in without being parsed again. */
final class BatchGetResponse {

    private static final byte[] OPEN = ",\"variants\":[".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CLOSE = "]}".getBytes(StandardCharsets.US_ASCII);

    private BatchGetResponse() {}

    static void write(Context context, BatchGet<byte[]> answer) throws IOException {
        byte[] rest = withoutVariants(answer);
        List<byte[]> variants = answer.variants();
        long length = rest.length - 1L + OPEN.length + Math.max(0, variants.size() - 1) + CLOSE.length;
        for (byte[] variant : variants) {
            length += variant.length;
        }
        context.res().setContentLengthLong(length);
        OutputStream out = context.res().getOutputStream();
        out.write(rest, 0, rest.length - 1);
        out.write(OPEN);
        for (int i = 0; i < variants.size(); i++) {
            if (i > 0) {
                out.write(',');
            }
            out.write(variants.get(i));
        }
        out.write(CLOSE);
    }

    /** The other fields, whose names come first in alphabetical order, as a whole object. */
    private static byte[] withoutVariants(BatchGet<byte[]> answer) {
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
