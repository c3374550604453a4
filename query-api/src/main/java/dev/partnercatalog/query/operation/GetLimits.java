package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.partnercatalog.http.JsonOutput;
import dev.partnercatalog.query.access.Caller;
import dev.partnercatalog.query.access.PartnerAccess;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.schemas.event.PartnerSize;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;

/**
 * {@code GET /v1/limits}: the numbers to which a client must keep, as they are at this service. Those that the operator
 * sets may differ between environments.
 */
final class GetLimits implements CallerHandler {

    static final String PATH = "/v1/limits";

    /** D25. */
    private static final int MOST_RECORDS_OF_MESSAGE = 100;

    private final PartnerDirectory partners;
    private final byte[] limits;

    GetLimits(PartnerDirectory partners, OperationLimits limits, Duration cursorsValid) {
        this.partners = partners;
        this.limits = JsonOutput.bytes(json -> write(json, limits, cursorsValid));
    }

    private static void write(JsonGenerator json, OperationLimits limits, Duration cursorsValid) throws IOException {
        json.writeStartObject();
        if (!limits.rate().isNone()) {
            json.writeNumberField("requestsPerSecond", limits.rate().perSecond());
            json.writeNumberField("requestsAtOnce", limits.rate().burst());
        }
        json.writeNumberField("identifiersPerBatch", limits.maxBatchSize());
        json.writeNumberField("bytesPerBody", limits.maxBodyBytes());
        json.writeNumberField("bytesPerPartner", Math.max(limits.maxBodyBytes(), PartnerSize.MOST_JSON_BYTES));
        json.writeNumberField("recordsPerPage", VariantFeed.MOST_RECORDS);
        json.writeNumberField("streams", GetVariants.MOST_STREAMS_OF_PARTNER);
        json.writeNumberField("digests", GetDigest.MOST_OF_PARTNER);
        json.writeNumberField("waitSeconds", GetVariantChanges.LONGEST_WAIT_SECONDS);
        json.writeNumberField("cursorSeconds", cursorsValid.toSeconds());
        json.writeNumberField("recordsPerMessage", MOST_RECORDS_OF_MESSAGE);
        json.writeEndObject();
    }

    @Override
    public void handle(Context context, Caller caller) {
        PartnerAccess access = partners.find(caller);
        if (access != null) {
            access.enabled().orThrow(AccessProblems::of);
        }
        context.result(limits);
    }
}
