package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.schemas.key.Partitioning;

/**
 * Which companies a task has.
 *
 * @param count of all partitions
 */
public record Partition(int number, int count) {

    /** Whether all that concerns a company is done here. */
    boolean has(long companyId) {
        return Partitioning.byCompany(companyId, count) == number;
    }

    /** Whether what is done once for a partner, whatever the number of tasks, is done here. */
    boolean isHomeOf(String partnerId) {
        return Partitioning.byKey(partnerId, count) == number;
    }
}
