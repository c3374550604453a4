package dev.partnercatalog.operations.completeness;

import dev.partnercatalog.resolution.ConversionFault;

/** A value because of which a partner's records of a company keep a unit other than the configured one. */
public record FailedConversion(String partnerId, long companyId, String barcode, ConversionFault fault) {}
