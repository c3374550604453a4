package dev.partnercatalog.query.operation;

import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.http.JsonOutput;
import io.javalin.http.Context;
import java.io.IOException;

/** The response of the operations on a partner's configuration: the configuration and its entity tag (D18). */
final class PartnerAnswer {

    private PartnerAnswer() {}

    /** Writes exactly the specification's fields, without collecting: the configuration may be large (D34). */
    static void write(Context context, PartnerConfig config) throws IOException {
        context.header("ETag", EntityTags.of(revision(config)));
        JsonOutput.writeAlphabetically(context.res().getOutputStream(), config.getPartner());
    }

    /** The revision at which the partner itself last changed, regardless of later changes of its webhook. */
    static long revision(PartnerConfig config) {
        return config.getPartnerRevision() == 0 ? config.getRevision() : config.getPartnerRevision();
    }
}
