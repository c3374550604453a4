package dev.partnercatalog.query.access;

/**
 * Who a verified token speaks for.
 *
 * @param clientId the API client's
 * @param partnerId of the partner that the client belongs to, which may have no configuration yet
 */
public record Caller(String clientId, String partnerId) {}
