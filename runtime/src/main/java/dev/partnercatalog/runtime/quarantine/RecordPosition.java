package dev.partnercatalog.runtime.quarantine;

/** The position of a record. */
record RecordPosition(String topic, int partition, long offset) {

    @Override
    public String toString() {
        return topic + "-" + partition + " at offset " + offset;
    }
}
