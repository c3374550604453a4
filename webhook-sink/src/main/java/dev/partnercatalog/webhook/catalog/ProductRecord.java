package dev.partnercatalog.webhook.catalog;

/**
 * The record of a product to which an entry refers.
 *
 * @param revision the record's: no two of a product have the same
 */
record ProductRecord(String barcode, long revision) {}
