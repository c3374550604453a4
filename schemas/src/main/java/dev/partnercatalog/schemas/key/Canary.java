package dev.partnercatalog.schemas.key;

/**
 * Barcodes that belong to no product. Events with these barcodes are published to measure whether events get through
 * the whole system; their content is neither served nor sent to partners. Upstream systems must not use such a barcode
 * for a product.
 */
public final class Canary {

    private static final String PREFIX = "!canary!";

    private Canary() {}

    /** Whether a barcode, or a key that begins with one, is a canary's. */
    public static boolean is(String key) {
        return key.startsWith(PREFIX);
    }

    /** The company id of the canaries in a partition: one of the largest possible ids. */
    public static long companyId(int partition, int partitions) {
        long id = Ids.MAX_NUMBER;
        while (Partitioning.byCompany(id, partitions) != partition) {
            id--;
        }
        return id;
    }

    /** The barcode of the canary in a partition. */
    public static String barcode(int partition, int partitions) {
        int number = 0;
        while (Partitioning.byBarcode(PREFIX + number, partitions) != partition) {
            number++;
        }
        return PREFIX + number;
    }
}
