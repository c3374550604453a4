package dev.partnercatalog.query.operation;

import dev.partnercatalog.runtime.http.limit.RateLimit;

/**
 * The limits on requests that the operator sets (D12, D20).
 *
 * @param maxBatchSize the maximum number of identifiers in a batch
 * @param maxBodyBytes of a request
 * @param rate at which a client may send requests
 */
public record OperationLimits(int maxBatchSize, int maxBodyBytes, RateLimit rate) {

    public OperationLimits {
        if (maxBatchSize < 1 || maxBodyBytes < 1) {
            throw new IllegalArgumentException("limits must be positive: " + maxBatchSize + ", " + maxBodyBytes);
        }
    }
}
