package dev.partnercatalog.schemas.key;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/**
 * Assigns records to the partitions of our topics. Every writer and reader of these topics calculates the partition
 * here, from the topics' partition count, so that none depends on a client library's defaults.
 */
public final class Partitioning {

    private Partitioning() {}

    /** For BPD's variants. */
    public static int byBarcode(String barcode, int partitions) {
        return byKey(barcode, partitions);
    }

    /** Keeps a company's variants and SKUs in one partition. */
    public static int byCompany(long companyId, int partitions) {
        return byKey(Long.toString(companyId), partitions);
    }

    /** By the whole key. */
    public static int byKey(String key, int partitions) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
    }
}
