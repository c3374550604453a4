package dev.partnercatalog.query.access;

/**
 * The client and partner of a verified token.
 *
 * @param clientId the API client's id
 * @param partnerId the id of the partner to which the client belongs; the partner may have no configuration yet
 */
public record Caller(String clientId, String partnerId) {}
