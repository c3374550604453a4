package dev.partnercatalog.cli.comparison;

/** One side of a comparison. */
interface Side {

    /** The content of a row that doesn't exist, such as after a deletion. */
    long NONE = KeyDigest.DELETED;

    /** The content of a row that can't be read. */
    long UNKNOWN = -1;

    /** Receives the records of a side, those of a partition in order. */
    @FunctionalInterface
    interface Receiver {

        /** Whether the row matters; if not, the side needn't find out what its content is. */
        default boolean wants(Row row) {
            return true;
        }

        /**
         * Receives the next record.
         *
         * @param partition the record's; if a row has records in several partitions, their order isn't known
         * @param offset the record's; 0 if what the row should be was computed
         * @param content a hash of it, {@link #NONE} or {@link #UNKNOWN}
         */
        void accept(Row row, int partition, long offset, long content);
    }

    /** Passes on everything that is committed at this moment. */
    void read(Receiver receiver);

    /** Returns when everything that has been written to this side by now can be read: its transactions have ended. */
    void settle();

    /** An upper bound for the number of rows. */
    long size();
}
