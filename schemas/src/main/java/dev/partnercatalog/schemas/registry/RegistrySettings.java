package dev.partnercatalog.schemas.registry;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the schema registry is and how it knows us.
 *
 * @param url of the registry's server, such as {@code http://127.0.0.1:8082}
 * @param authorizationFile holds what is sent as the Authorization header, such as {@code Bearer …}. It is read for
 *     each call, so that another program may renew a token in it. Null: nothing is sent
 */
public record RegistrySettings(URI url, @Nullable Path authorizationFile) {

    private static final int MAX_AUTHORIZATION = 16 << 10;

    public RegistrySettings {
        if (url.getUserInfo() != null) {
            throw new IllegalArgumentException("the registry's address holds credentials, which would be logged: "
                    + "give them in the file of --registry-authorization");
        }
    }

    /** Of a registry that asks nobody who they are. */
    public static RegistrySettings at(URI url) {
        return new RegistrySettings(url, null);
    }

    /**
     * The header's value; null where none is sent.
     *
     * @throws RegistryUnavailableException where the file can't be read or isn't one line; its content isn't told
     */
    @Nullable
    String authorization() {
        if (authorizationFile == null) {
            return null;
        }
        try (InputStream file = Files.newInputStream(authorizationFile)) {
            byte[] bytes = file.readNBytes(MAX_AUTHORIZATION + 1);
            String value = new String(bytes, StandardCharsets.UTF_8).strip();
            if (bytes.length > MAX_AUTHORIZATION
                    || value.isEmpty()
                    || value.chars().anyMatch(c -> c < ' ' || c > '~')) {
                throw new RegistryUnavailableException(
                        "the file " + authorizationFile + " must hold one line, the registry's Authorization header");
            }
            return value;
        } catch (IOException e) {
            throw new RegistryUnavailableException("the registry's credentials can't be read: " + e, e);
        }
    }
}
