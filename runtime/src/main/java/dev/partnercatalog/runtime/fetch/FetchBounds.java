package dev.partnercatalog.runtime.fetch;

import dev.partnercatalog.schemas.topic.TopicSettings;

/**
 * How much memory the records of a broker's response may take.
 *
 * @param recordBytes of one decompressed record
 * @param batchBytes of all records of one batch
 * @param answerBytes of all batches of one response; what exceeds it is requested again
 */
record FetchBounds(int recordBytes, int batchBytes, int answerBytes) {

    /**
     * The largest record that we write ourselves, plus room for its headers; four of these in a batch and in a
     * response.
     */
    static final FetchBounds DEFAULT = new FetchBounds(TopicSettings.MAX_RECORD_BYTES + (64 << 10), 32 << 20, 32 << 20);
}
