package dev.partnercatalog.query.table;

/**
 * The form in which a table keeps its records. Not thread-safe.
 *
 * <p>Its methods throw {@link dev.partnercatalog.schemas.registry.RegistryUnavailableException} while the schema of a
 * record is unavailable.
 */
interface StoredForm {

    /**
     * What is kept for a record.
     *
     * @throws dev.partnercatalog.schemas.registry.UnreadableRecordException if the record can't be read
     */
    byte[] of(String key, byte[] record);

    /**
     * What is kept for an unreadable record, so that neither the record that it replaced nor a less specific one is
     * shown.
     */
    byte[] ofUnreadable(byte[] record);
}
