package dev.partnercatalog.query;

/** Which of the two environments a service runs in (specification, "What the service does"). */
public enum Environment {
    PRODUCTION,
    /** Has the same operations, and also a Postman collection of them (D23). */
    STAGING
}
