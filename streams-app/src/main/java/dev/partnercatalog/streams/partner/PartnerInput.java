package dev.partnercatalog.streams.partner;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.PartnerCommand;
import org.jspecify.annotations.Nullable;

/** What reaches the registry about a partner. */
public sealed interface PartnerInput {

    /** The operator's word; null takes the partner back. */
    record Published(@Nullable Partner partner) implements PartnerInput {}

    /** A change that was asked for. */
    record Requested(PartnerCommand command) implements PartnerInput {}
}
