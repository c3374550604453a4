package dev.partnercatalog.streams.partner;

import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.PartnerConfig;
import org.jspecify.annotations.Nullable;

/** What the registry writes about a partner. */
public sealed interface PartnerOutput {

    /** The current configuration; null if there is none any more. */
    record Changed(@Nullable PartnerConfig config) implements PartnerOutput {}

    /** The outcome of a command. */
    record Answered(PartnerCommandResult result) implements PartnerOutput {}
}
