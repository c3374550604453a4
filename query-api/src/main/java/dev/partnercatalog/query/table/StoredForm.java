package dev.partnercatalog.query.table;

/**
 * In which form a table keeps its records. Not thread-safe.
 *
 * <p>Its methods throw {@link dev.partnercatalog.schemas.registry.RegistryUnavailableException} while the schema of a
 * record can't be had.
 */
interface StoredForm {

    /**
     * What is kept of a record.
     *
     * @throws dev.partnercatalog.schemas.registry.UnreadableRecordException where the record can't be read
     */
    byte[] of(String key, byte[] record);

    /** What is kept of a record that can't be read, so that nobody is shown what it replaced, nor what it hid. */
    byte[] ofUnreadable(byte[] record);
}
