package dev.partnercatalog.query;

import dev.partnercatalog.runtime.store.StateFolderException;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes an instance from the others. It is kept in the state folder, so that the brokers recognize the instance
 * after a restart. If the folder is lost, so is the id, as are the stores.
 */
record InstanceId(String value) {

    private static final String FILE = "instance-id";
    private static final int LENGTH = 8;

    /**
     * The id in a state folder; a folder without an id is given a new one.
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
            // If the file exists, it is complete, however the process ends.
            Path whole = Files.writeString(stateDir.resolve(FILE + ".new"), id.value);
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
            return id;
        } catch (IOException e) {
            throw new StateFolderException("the state folder " + stateDir + " can't be used: " + FaultWords.of(e), e);
        }
    }

    private static @Nullable InstanceId read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        String text = Files.readString(file).strip();
        if (!text.matches("[0-9a-f]{" + LENGTH + "}")) {
            throw new StateFolderException(file + " doesn't contain an instance id, which is " + LENGTH
                    + " hexadecimal digits: delete the folder, whose" + " stores are then rebuilt");
        }
        return new InstanceId(text);
    }
}
