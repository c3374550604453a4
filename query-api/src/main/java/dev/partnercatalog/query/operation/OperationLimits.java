package dev.partnercatalog.query.operation;

/**
 * How much one request may ask for (D12, D20).
 *
 * @param maxBatchSize identifiers in a batch
 * @param maxBodyBytes of a request
 */
public record OperationLimits(int maxBatchSize, int maxBodyBytes) {

    public OperationLimits {
        if (maxBatchSize < 1 || maxBodyBytes < 1) {
            throw new IllegalArgumentException("limits must be positive: " + maxBatchSize + ", " + maxBodyBytes);
        }
    }
}
