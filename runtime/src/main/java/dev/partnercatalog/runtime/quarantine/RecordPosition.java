package dev.partnercatalog.runtime.quarantine;

/** Where a record is. */
record RecordPosition(String topic, int partition, long offset) {

    @Override
    public String toString() {
        return topic + "-" + partition + " at offset " + offset;
    }
}
