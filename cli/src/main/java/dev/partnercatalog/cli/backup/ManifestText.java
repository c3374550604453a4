package dev.partnercatalog.cli.backup;

import dev.partnercatalog.cli.connection.TextTable;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.backup.BackupManifest;
import java.io.PrintWriter;
import java.util.List;

/** Prints the content of a backup for people. */
final class ManifestText {

    private ManifestText() {}

    static void print(BackupManifest manifest, PrintWriter out) {
        out.println("made at " + manifest.createdAt() + " by version " + manifest.program() + ", with "
                + Quantity.of(manifest.partitions(), "partition"));
        TextTable table = new TextTable();
        table.add(List.of("PART", "RECORDS", "LEFT OUT", "TOPIC"));
        manifest.parts()
                .forEach(part -> table.add(List.of(
                        part.name(), Long.toString(part.records()), Long.toString(part.unreadable()), part.topic())));
        table.print(out, "");
    }
}
