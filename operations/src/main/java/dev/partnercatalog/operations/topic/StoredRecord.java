package dev.partnercatalog.operations.topic;

/** The newest record of a key in a partition, which isn't deleted. */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record StoredRecord(String key, int partition, long offset, byte[] value) {}
