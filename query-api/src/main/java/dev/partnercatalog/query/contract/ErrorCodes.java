package dev.partnercatalog.query.contract;

import dev.partnercatalog.runtime.http.ErrorCode;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The error codes of this API in addition to those of {@link ErrorCode} (D20). The names are part of the contract. */
public final class ErrorCodes {

    public static final ErrorCode BATCH_TOO_LARGE = new ErrorCode("BATCH_TOO_LARGE", 400, "Batch too large");
    public static final ErrorCode PARTNER_DISABLED = new ErrorCode("PARTNER_DISABLED", 403, "Partner disabled");
    public static final ErrorCode COMPANY_NOT_ALLOWED =
            new ErrorCode("COMPANY_NOT_ALLOWED", 403, "Company not allowed");
    public static final ErrorCode LOCATION_NOT_ALLOWED =
            new ErrorCode("LOCATION_NOT_ALLOWED", 403, "Location not allowed");
    public static final ErrorCode CHANGE_NOT_ALLOWED = new ErrorCode("CHANGE_NOT_ALLOWED", 403, "Change not allowed");
    public static final ErrorCode CUSTOMER_NOT_FOUND = new ErrorCode("CUSTOMER_NOT_FOUND", 404, "Customer not found");
    public static final ErrorCode CURSOR_EXPIRED = new ErrorCode("CURSOR_EXPIRED", 410, "Cursor expired");

    /** All codes of the API, by status. */
    public static final List<ErrorCode> ALL = Stream.concat(
                    ErrorCode.ALL.stream(),
                    Stream.of(
                            BATCH_TOO_LARGE,
                            PARTNER_DISABLED,
                            COMPANY_NOT_ALLOWED,
                            LOCATION_NOT_ALLOWED,
                            CHANGE_NOT_ALLOWED,
                            CUSTOMER_NOT_FOUND,
                            CURSOR_EXPIRED))
            .sorted(Comparator.comparingInt(ErrorCode::status))
            .toList();

    private ErrorCodes() {}
}
