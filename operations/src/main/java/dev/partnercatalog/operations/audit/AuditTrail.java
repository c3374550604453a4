package dev.partnercatalog.operations.audit;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.records.AuditRecord;

/** Where records of the audit log go. */
public interface AuditTrail {

    /**
     * Finds out whether a record could be written now, as far as that can be told without writing one.
     *
     * @throws OperatorFault where the brokers are away, or the topic isn't there or may not be looked at
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException where the schema's id can't be had
     */
    void requireWritable(AuditRecord record);

    /** Writes a record; when it returns, the record is durable. Throws as {@link #requireWritable}. */
    void write(AuditRecord record);
}
