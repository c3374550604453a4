package dev.partnercatalog.operations.completeness;

import dev.partnercatalog.resolution.ConversionFault;

/** A value that keeps a partner's records of a company in another unit than the configured one. */
public record FailedConversion(String partnerId, long companyId, String barcode, ConversionFault fault) {}
