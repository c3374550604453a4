package dev.partnercatalog.operations.backup;

import dev.partnercatalog.runtime.secret.MasterKey;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A program that begins a backup, says so, and never ends it. */
final class EndlessBackup {

    static final String BEGUN = "begun";

    private EndlessBackup() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path file = Path.of(arguments[0]);
        MasterKey key = MasterKey.loadOrCreate(file.resolveSibling("master.key"));
        try (BackupWriter writer = new BackupWriter(file, key)) {
            writer.begin(BackupPart.HELD);
            System.out.println(BEGUN);
            new CountDownLatch(1).await();
        }
    }
}
