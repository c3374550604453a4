package dev.partnercatalog.operations.audit;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.records.AuditRecord;

/** Writes the records of the audit log. */
public interface AuditTrail {

    /**
     * Checks whether a record could be written now, as far as that is possible without writing one.
     *
     * @throws OperatorFault if the brokers are unavailable, or the topic doesn't exist or can't be accessed
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if the schema's id can't be fetched
     */
    void requireWritable(AuditRecord record);

    /** Writes a record; when it returns, the record is durable. Throws the same exceptions as {@link #requireWritable}. */
    void write(AuditRecord record);
}
