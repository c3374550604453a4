package dev.partnercatalog.schemas.key;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/**
 * The partition of a record in one of our topics. Every writer and reader of such a topic computes it here, with the
 * partition count of the topics, so that none depends on the defaults of a client library.
 */
public final class Partitioning {

    private Partitioning() {}

    /** Variants as BPD has them. */
    public static int byBarcode(String barcode, int partitions) {
        return byKey(barcode, partitions);
    }

    /** All that a company has lies together: its variants and its SKUs. */
    public static int byCompany(long companyId, int partitions) {
        return byKey(Long.toString(companyId), partitions);
    }

    /** By the whole key. */
    public static int byKey(String key, int partitions) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
    }
}
