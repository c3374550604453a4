package dev.partnercatalog.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

class StoreFaultTest {

    /** The texts are those of RocksDB, which gives a sub-code to few of them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Corruption | block checksum mismatch                                                       | true
            IOError    | While open a file for random read: /s/000007.sst: No such file or directory    | true
            IOError    | While pread offset 0 len 10: /s/000007.sst: Input/output error                 | true
            IOError    | While appending to file: /s/000007.sst: Disk quota exceeded                    | false
            IOError    | While open a file for appending: /s/000007.sst: Read-only file system          | false
            IOError    | While open a file for random read: /s/000007.sst: Stale file handle            | false
            IOError    | While open a file for random read: /s/000007.sst: Too many open files          | false
            IOError    | While open a file for random read: /s/000007.sst: Permission denied            | false
            IOError    | While lock file: /s/LOCK: Resource temporarily unavailable                     | false
            TimedOut   | Timeout waiting to lock key                                                    | false
            """)
    void a_disk_that_takes_no_more_or_gives_nothing_just_now_damages_no_store(
            Status.Code code, String text, boolean damaged) {
        RocksDBException fault = new RocksDBException(text, new Status(code, Status.SubCode.None, null));
        assertThat(StoreFault.isDamage(fault)).isEqualTo(damaged);
    }
}
