package dev.partnercatalog.query.table;

import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.runtime.unreadable.OwnRecords;

/** Keeps a listing as it came, once its schema is known, also where it can't be read: a restored store has it so too. */
final class SkuRecords implements StoredForm {

    private final OwnRecords<SkuBarcode> records;

    SkuRecords(OwnRecords<SkuBarcode> records) {
        this.records = records;
    }

    @Override
    public byte[] of(String key, byte[] record) {
        records.value(key, record);
        return record;
    }

    @Override
    public byte[] ofUnreadable(byte[] record) {
        return record;
    }
}
