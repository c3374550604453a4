package dev.partnercatalog.schemas.fault;

import java.io.EOFException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/**
 * What went wrong, for an operator: without the names of classes, which say something only to those who know the code,
 * and with addresses as the operator gave them. The exception itself is for the log.
 */
public final class FaultWords {

    /** The process has as many files and connections open as the operating system lets it. */
    public static final String OUT_OF_FILES = "this process may open no more files: raise its limit (ulimit -n)";

    /** An address as Java prints a socket's: a name that may be empty, a slash, and the numbers. */
    private static final Pattern SOCKET_ADDRESS = Pattern.compile(
            "((?:(?<![\\w.-])[\\w.-]++)?)/(?:<unresolved>|(\\[?[0-9a-fA-F:.%]*[0-9a-fA-F]\\]?))(:\\d{1,5})\\b");

    /**
     * A class's name with its packages, which messages of libraries begin with or contain. Looked for only where a
     * name begins: a long text with many dots would be read once for each of them.
     */
    private static final Pattern CLASS_NAME =
            Pattern.compile("(?<![\\w.])(?:[a-z][a-z0-9_]*+\\.){2,}+(?:[A-Z]\\w*+\\$?)++(?:: )?");

    private record Named(Class<? extends Exception> kind, String words) {}

    private static final List<Named> NAMED = List.of(
            new Named(NoSuchFileException.class, "there is no such file"),
            new Named(AccessDeniedException.class, "permission denied"),
            new Named(FileAlreadyExistsException.class, "it already exists"),
            new Named(NotDirectoryException.class, "it isn't a folder"),
            new Named(ConnectException.class, "nothing accepts connections there"),
            new Named(NoRouteToHostException.class, "there is no route to it"),
            new Named(UnknownHostException.class, "there is no host with this name"),
            new Named(HttpTimeoutException.class, "it didn't respond in time"),
            new Named(InterruptedIOException.class, "it didn't respond in time"),
            new Named(EOFException.class, "it ended too early"),
            new Named(CharacterCodingException.class, "it isn't text in UTF-8"));

    private FaultWords() {}

    /** The fault in words, as the end of a message such as {@code "the file can't be read: " + words}. */
    public static String of(Throwable fault) {
        Throwable cause = fault.getCause();
        if (cause != null && (fault instanceof ExecutionException || fault instanceof CompletionException)) {
            return of(cause);
        }
        if (String.valueOf(fault.getMessage()).contains("Too many open files")) {
            return OUT_OF_FILES;
        }
        if (fault instanceof SSLException) {
            return "TLS failed: " + message(fault);
        }
        for (Named named : NAMED) {
            if (named.kind().isInstance(fault)) {
                return named.words();
            }
        }
        return fault instanceof FileSystemException file
                ? Objects.requireNonNullElse(file.getReason(), "the file system refuses")
                : message(fault);
    }

    private static String message(Throwable fault) {
        String message = fault.getMessage();
        Throwable cause = fault.getCause();
        if (message == null || message.isBlank()) {
            return cause == null || cause == fault ? "an unexpected fault, which the log shows" : of(cause);
        }
        return plain(message);
    }

    /** A message of a library, without the names of classes, and with addresses as they were given. */
    public static String plain(String message) {
        String addresses = SOCKET_ADDRESS
                .matcher(message)
                .replaceAll(found ->
                        (found.group(1).isEmpty() ? Objects.requireNonNullElse(found.group(2), "") : found.group(1))
                                + found.group(3));
        return CLASS_NAME.matcher(addresses).replaceAll("");
    }
}
