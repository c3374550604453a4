package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.events.Partner;

/**
 * A partner that has changed its configuration itself (D18).
 *
 * @param published the configuration that upstream published last
 * @param now the configuration as the partner has left it
 */
public record EditedPartner(Partner published, Partner now) {}
