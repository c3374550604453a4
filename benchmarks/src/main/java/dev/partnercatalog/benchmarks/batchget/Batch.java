package dev.partnercatalog.benchmarks.batchget;

/** What a batch-get asks for. */
enum Batch {
    /** Barcodes, with all fields. */
    BARCODES,
    /** SKUs that the company lists, at one of its locations, with all fields. */
    SKUS,
    /** Barcodes, with ten fields. */
    TEN_FIELDS
}
