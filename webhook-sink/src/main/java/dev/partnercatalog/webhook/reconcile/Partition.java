package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.schemas.key.Partitioning;

/**
 * Determines the companies of a task.
 *
 * @param count number of all partitions
 */
public record Partition(int number, int count) {

    /** Whether everything that concerns a company is done here. */
    boolean has(long companyId) {
        return Partitioning.byCompany(companyId, count) == number;
    }

    /** Whether work that is done once per partner, whatever the number of tasks, is done here. */
    boolean isHomeOf(String partnerId) {
        return Partitioning.byKey(partnerId, count) == number;
    }
}
