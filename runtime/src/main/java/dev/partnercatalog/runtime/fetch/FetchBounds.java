package dev.partnercatalog.runtime.fetch;

import dev.partnercatalog.schemas.topic.TopicSettings;

/**
 * How much memory the records of a broker's answer may take.
 *
 * @param recordBytes of one record, as it is once decompressed
 * @param batchBytes of all records of one batch
 * @param answerBytes of all batches of one answer; what is beyond it is asked for again
 */
record FetchBounds(int recordBytes, int batchBytes, int answerBytes) {

    /** The largest record that we write ourselves, and some for its headers; four such in a batch and in an answer. */
    static final FetchBounds DEFAULT = new FetchBounds(TopicSettings.MAX_RECORD_BYTES + (64 << 10), 32 << 20, 32 << 20);
}
