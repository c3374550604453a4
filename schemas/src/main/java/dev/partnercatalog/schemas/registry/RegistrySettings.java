package dev.partnercatalog.schemas.registry;

import dev.partnercatalog.schemas.conversion.ByteOrderMark;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The schema registry's address and our credentials for it.
 *
 * @param url of the registry's server, such as {@code http://127.0.0.1:8082}
 * @param authorizationFile holds the value of the Authorization header, such as {@code Bearer …}. It is read for every
 *     call, so that another program can renew a token in it. Null: no header is sent
 */
public record RegistrySettings(URI url, @Nullable Path authorizationFile) {

    private static final int MAX_AUTHORIZATION = 16 << 10;

    public RegistrySettings {
        if (url.getUserInfo() != null) {
            throw new IllegalArgumentException("the registry's address contains credentials, which would be logged: "
                    + "put them in the file of --registry-authorization");
        }
    }

    /** For a registry that requires no authentication. */
    public static RegistrySettings at(URI url) {
        return new RegistrySettings(url, null);
    }

    /**
     * The header's value; null if none is sent.
     *
     * @throws RegistryUnavailableException if the file can't be read or isn't one line; the message doesn't reveal its
     *     content
     */
    @Nullable
    String authorization() {
        if (authorizationFile == null) {
            return null;
        }
        try (InputStream file = Files.newInputStream(authorizationFile)) {
            byte[] bytes = file.readNBytes(MAX_AUTHORIZATION + 1);
            String value = ByteOrderMark.skip(new String(bytes, StandardCharsets.UTF_8))
                    .strip();
            if (bytes.length > MAX_AUTHORIZATION
                    || value.isEmpty()
                    || value.chars().anyMatch(c -> c < ' ' || c > '~')) {
                throw new RegistryUnavailableException("the file " + authorizationFile
                        + " must contain one line, the registry's Authorization header");
            }
            return value;
        } catch (IOException e) {
            throw new RegistryUnavailableException(
                    "the registry's credentials in " + authorizationFile + " can't be read: " + FaultWords.of(e), e);
        }
    }
}
