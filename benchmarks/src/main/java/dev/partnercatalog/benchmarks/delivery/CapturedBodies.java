package dev.partnercatalog.benchmarks.delivery;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file of bodies that a receiver accepted, each after its length. */
final class CapturedBodies {

    private CapturedBodies() {}

    static List<byte[]> read(Path file) throws IOException {
        List<byte[]> bodies = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            while (true) {
                bodies.add(in.readNBytes(in.readInt()));
            }
        } catch (EOFException e) {
            return bodies;
        }
    }
}
