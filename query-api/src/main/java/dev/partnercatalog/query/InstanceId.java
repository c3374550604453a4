package dev.partnercatalog.query;

import dev.partnercatalog.runtime.store.StateFolderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What tells an instance from others, kept in its state folder: the brokers know the instance by it again after a restart.
 * A folder that is lost takes the id along, as it does the stores.
 */
record InstanceId(String value) {

    private static final String FILE = "instance-id";
    private static final int LENGTH = 8;

    /**
     * That of a state folder; a new one is given to a folder that has none.
     *
     * @throws StateFolderException if the folder can't be used
     */
    static InstanceId of(Path stateDir) {
        try {
            Path file = Files.createDirectories(stateDir).resolve(FILE);
            InstanceId known = read(file);
            if (known != null) {
                return known;
            }
            InstanceId id = new InstanceId(UUID.randomUUID().toString().substring(0, LENGTH));
            // A file that is there is whole, however the process ends.
            Path whole = Files.writeString(stateDir.resolve(FILE + ".new"), id.value);
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
            return id;
        } catch (IOException e) {
            throw new StateFolderException("the state folder " + stateDir + " can't be used: " + e, e);
        }
    }

    private static @Nullable InstanceId read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        String text = Files.readString(file).strip();
        if (!text.matches("[0-9a-f]{" + LENGTH + "}")) {
            throw new StateFolderException(file + " holds no instance's id, which is " + LENGTH
                    + " hexadecimal digits: delete the folder, whose" + " stores are then rebuilt");
        }
        return new InstanceId(text);
    }
}
