package dev.partnercatalog.streams.partner;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.PartnerCommand;
import org.jspecify.annotations.Nullable;

/** What arrives at the registry about a partner. */
public sealed interface PartnerInput {

    /** The partner as configured by the operator; null deletes the partner. */
    record Published(@Nullable Partner partner) implements PartnerInput {}

    /** A requested change. */
    record Requested(PartnerCommand command) implements PartnerInput {}
}
