package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.partnercatalog.resolution.BatchGet;
import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.http.JsonOutput;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;

/** Writes the response of a batch-get. Thread-safe. */
final class BatchGetResponse {

    private final VariantsResponse response;

    BatchGetResponse(VariantsResponse response) {
        this.response = response;
    }

    void write(Context context, BatchGet<VariantImage> answer, ScopeView view) throws IOException {
        response.write(context, withoutVariants(answer), answer.variants(), view);
    }

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
