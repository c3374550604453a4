package dev.partnercatalog.standalone.embedded;

import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A copy of the registry's contents, in a file beside its database: the registry's own export, which it can import
 * again with the same content ids. The file is always complete. Not thread-safe.
 */
final class RegistryCopy {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryCopy.class);

    private final HttpClient client = HttpClient.newHttpClient();
    private final Path file;
    private final Path next;
    private @Nullable RegistryContents contents;

    private RegistryCopy(Path directory) {
        this.file = directory.resolve("registry-copy.zip");
        this.next = directory.resolve("registry-copy.next");
    }

    /** Opens the copy in the folder, if there is one that can be read. */
    static RegistryCopy open(Path directory) {
        RegistryCopy copy = new RegistryCopy(directory);
        if (copy.exists()) {
            try {
                copy.contents = RegistryContents.read(copy.file);
            } catch (IOException e) {
                LOG.warn("Can't read the copy of the registry, so it is not used: {}", FaultWords.of(e));
            }
        }
        return copy;
    }

    /** Whether there is a file, readable or not. */
    boolean exists() {
        return Files.exists(file);
    }

    /** Its contents; null if there is none. */
    @Nullable
    RegistryContents contents() {
        return contents;
    }

    /**
     * Requests all contents of the registry.
     *
     * @throws RefusedException if it doesn't provide them, or only incompletely
     * @throws TimeoutException if it doesn't in time
     * @throws IOException if there is no room for them here
     */
    Export export(URI registry, Duration timeout) throws IOException, InterruptedException, TimeoutException {
        HttpRequest request = HttpRequest.newBuilder(
                        registry.resolve("/apis/registry/v3/admin/export?forBrowser=false"))
                .header("Accept", "application/zip")
                .build();
        Files.write(next, send(request, timeout));
        try {
            return new Export(RegistryContents.read(next));
        } catch (ZipException e) {
            throw new RefusedException("its export is damaged: " + FaultWords.of(e), e);
        }
    }

    /** The registry doesn't export, or doesn't import, its schemas. */
    static final class RefusedException extends IOException {
        RefusedException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** The present contents of the registry; valid until the next export. */
    final class Export {
        private final RegistryContents exported;

        private Export(RegistryContents exported) {
            this.exported = exported;
        }

        /** The number of versions and schemas of the copy that it lacks. */
        long lost() {
            return contents == null ? 0 : contents.lostIn(exported);
        }

        /** Makes it the copy, unless the copy is already the same. */
        void keep() throws IOException {
            if (exported.equals(contents)) {
                Files.delete(next);
                return;
            }
            try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            contents = exported;
        }
    }

    /**
     * Imports the copy's contents into an empty registry.
     *
     * @throws RefusedException if it rejects them, or lacks some afterwards
     * @throws TimeoutException if it doesn't import them in time
     */
    void restore(URI registry, Duration timeout) throws IOException, InterruptedException, TimeoutException {
        HttpRequest request = HttpRequest.newBuilder(registry.resolve("/apis/registry/v3/admin/import"))
                .header("Content-Type", "application/zip")
                .header("X-Registry-Preserve-GlobalId", "true")
                .header("X-Registry-Preserve-ContentId", "true")
                .POST(HttpRequest.BodyPublishers.ofFile(file))
                .build();
        send(request, timeout);
        long lost = export(registry, timeout).lost();
        if (lost > 0) {
            throw new RefusedException("it imported them, but lacks %d of them".formatted(lost), null);
        }
    }

    /** Moves the file, which is unusable, into a folder. */
    void setAside(Path folder) throws IOException {
        Files.move(file, folder.resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
        contents = null;
    }

    private byte[] send(HttpRequest request, Duration timeout)
            throws RefusedException, InterruptedException, TimeoutException {
        // A request's own timeout ends when the response begins.
        CompletableFuture<HttpResponse<byte[]>> future =
                client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        try {
            HttpResponse<byte[]> answer = future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (answer.statusCode() / 100 != 2) {
                throw new RefusedException(
                        "status %d, %s"
                                .formatted(answer.statusCode(), new String(answer.body(), StandardCharsets.UTF_8)),
                        null);
            }
            return answer.body();
        } catch (ExecutionException e) {
            throw new RefusedException(FaultWords.of(e), e);
        } finally {
            future.cancel(true);
        }
    }
}
