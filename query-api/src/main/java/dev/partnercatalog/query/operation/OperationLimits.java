package dev.partnercatalog.query.operation;

/**
 * The limits on one request (D12, D20).
 *
 * @param maxBatchSize the maximum number of identifiers in a batch
 * @param maxBodyBytes of a request
 */
public record OperationLimits(int maxBatchSize, int maxBodyBytes) {

    public OperationLimits {
        if (maxBatchSize < 1 || maxBodyBytes < 1) {
            throw new IllegalArgumentException("limits must be positive: " + maxBatchSize + ", " + maxBodyBytes);
        }
    }
}
