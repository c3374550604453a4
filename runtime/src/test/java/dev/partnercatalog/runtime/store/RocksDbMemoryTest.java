package dev.partnercatalog.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;

class RocksDbMemoryTest {

    /** A thread that writes them goes on while the process ends, and crashes it if a store couldn't be closed. */
    @Test
    void no_store_writes_statistics_into_its_log() {
        try (RocksDbMemory memory = new RocksDbMemory(8 << 20);
                DBOptions own = memory.databaseOptions();
                Options ofStreams = new Options().setTableFormatConfig(new BlockBasedTableConfig())) {
            Map<Object, Object> properties = new HashMap<>();
            memory.applyTo(properties);
            Map<String, Object> configs = new HashMap<>();
            properties.forEach((key, value) -> configs.put(String.valueOf(key), value));
            new RocksDbMemory.Setter().setConfig("store", ofStreams, configs);

            assertThat(own.statsDumpPeriodSec()).isZero();
            assertThat(own.statsPersistPeriodSec()).isZero();
            assertThat(ofStreams.statsDumpPeriodSec()).isZero();
            assertThat(ofStreams.statsPersistPeriodSec()).isZero();
        }
    }
}
