package dev.partnercatalog.runtime.http;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that a test advances. */
public final class ManualTime implements TimeMeter {

    // Near the maximum of a long, as a virtual machine's clock may be.
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000_000L);

    public void pass(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }

    @Override
    public long currentTimeNanos() {
        return nanos.get();
    }

    @Override
    public boolean isWallClockBased() {
        return false;
    }
}
