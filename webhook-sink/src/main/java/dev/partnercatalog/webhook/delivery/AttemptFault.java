package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.webhook.WebhookAddresses;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * What the HTTP client throws when there is no response, in a partner's words. Each has its row in the partners'
 * troubleshooting.
 */
enum AttemptFault {
    UNEXPECTED("an unexpected fault of the sender"),
    NO_SUCH_NAME("its host name doesn't resolve"),
    FORBIDDEN_ADDRESS("its address is one to which webhooks may not be sent"),
    REFUSED("the connection was refused"),
    NO_ROUTE("no network leads to its address"),
    TIMED_OUT("timed out"),
    EXPIRED("its certificate expired on"),
    NOT_YET_VALID("its certificate is valid only from"),
    ISSUER_EXPIRED("the certificate of an issuer expired on"),
    OTHER_NAME("its certificate is for another name"),
    ISSUER_NOT_SENT("the issuer of its certificate is neither sent with it nor known"),
    ISSUER_NOT_TRUSTED("the issuer of its certificate isn't trusted"),
    BAD_CERTIFICATE("its certificate can't be verified"),
    NO_TLS("it doesn't speak TLS"),
    TLS_FAILED("no secure connection could be agreed on"),
    NOT_HTTP("the response isn't valid HTTP"),
    HEAD_CUT_OFF("the head of the response is incomplete, or longer than 256 KiB"),
    CLOSED("it closed the connection without a response"),
    BROKEN_OFF("the connection was broken off");

    private final String text;

    AttemptFault(String text) {
        this.text = text;
    }

    /** What a partner reads; a date or an address may follow. It contains nothing that was sent or answered. */
    String text() {
        return text;
    }

    /**
     * Returns what is no fault of the network, but of the client or of this program; null if it is one of the network.
     * Its message may quote a header, even a secret one.
     */
    static @Nullable Throwable unexpected(Throwable fault) {
        if (!(fault instanceof IOException)) {
            return fault;
        }
        // okhttp reports what its own threads didn't expect as the cause of an IOException.
        Throwable cause = fault.getCause();
        return cause instanceof RuntimeException || cause instanceof Error ? cause : null;
    }

    static String words(Throwable fault) {
        if (unexpected(fault) == null) {
            for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
                if (cause instanceof ExplainedTrust.RefusedException refused) {
                    return message(refused);
                }
                if (cause instanceof WebhookAddresses.ForbiddenException forbidden) {
                    return FORBIDDEN_ADDRESS.text + ": " + forbidden.address();
                }
            }
        }
        return of(fault).text;
    }

    private static AttemptFault of(Throwable fault) {
        if (unexpected(fault) != null) {
            return UNEXPECTED;
        }
        if (fault instanceof InterruptedIOException) {
            return TIMED_OUT;
        }
        if (fault instanceof UnknownHostException) {
            return NO_SUCH_NAME;
        }
        if (fault instanceof ConnectException) {
            return ofConnecting(fault);
        }
        if (fault instanceof NoRouteToHostException) {
            return NO_ROUTE;
        }
        if (fault instanceof SSLPeerUnverifiedException) {
            return OTHER_NAME;
        }
        if (fault instanceof SSLException && !(fault.getCause() instanceof SocketException)) {
            return message(fault).contains("Unsupported or unrecognized SSL message") ? NO_TLS : TLS_FAILED;
        }
        if (fault instanceof ProtocolException) {
            return NOT_HTTP;
        }
        if (fault.getCause() instanceof EOFException end) {
            // Okio: "\n not found: limit=<bytes that came> content=…". That a line is too long reads the same.
            return message(end).contains("limit=0 ") ? CLOSED : HEAD_CUT_OFF;
        }
        return fault instanceof SocketException || fault.getCause() == null ? BROKEN_OFF : of(fault.getCause());
    }

    /** okhttp wraps what the socket threw in an exception of the same type. */
    private static AttemptFault ofConnecting(Throwable fault) {
        Throwable thrown = fault.getCause() == null ? fault : fault.getCause();
        if (message(thrown).equals(HttpDelivery.GuardedSocket.FORBIDDEN)) {
            return FORBIDDEN_ADDRESS;
        }
        if (thrown instanceof NoRouteToHostException || message(thrown).contains("unreachable")) {
            return NO_ROUTE;
        }
        return message(thrown).contains("timed out") ? TIMED_OUT : REFUSED;
    }

    private static String message(Throwable fault) {
        return String.valueOf(fault.getMessage());
    }
}
