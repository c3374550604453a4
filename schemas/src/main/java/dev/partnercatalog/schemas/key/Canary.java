package dev.partnercatalog.schemas.key;

/**
 * Barcodes of no product. Events of them are published to measure whether events get through the whole system; nobody
 * is served or sent what they say. Upstream systems may not use such a barcode for a product.
 */
public final class Canary {

    private static final String PREFIX = "!canary!";

    private Canary() {}

    /** Whether a barcode, or a key that begins with one, is of no product. */
    public static boolean is(String key) {
        return key.startsWith(PREFIX);
    }

    /** The company of no product whose variants are found in a partition: one of the largest ids there are. */
    public static long companyId(int partition, int partitions) {
        long id = Ids.MAX_NUMBER;
        while (Partitioning.byCompany(id, partitions) != partition) {
            id--;
        }
        return id;
    }

    /** The barcode of no product that is found in a partition. */
    public static String barcode(int partition, int partitions) {
        int number = 0;
        while (Partitioning.byBarcode(PREFIX + number, partitions) != partition) {
            number++;
        }
        return PREFIX + number;
    }
}
