package dev.partnercatalog.benchmarks.setup;

import java.util.concurrent.TimeUnit;

/** The processor time that an application takes while there is nothing to do. */
public final class IdleLoad {

    private static final int MOST_SECONDS = 15;
    private static final double LESS = 0.8;

    private final CatalogProcess application;
    private final double share;

    /** Work in an application. */
    @FunctionalInterface
    public interface Work {
        /** Ends when the application has done all of it. */
        void run() throws Exception;
    }

    private IdleLoad(CatalogProcess application, double share) {
        this.application = application;
        this.share = share;
    }

    /** Takes the seconds until one is hardly quieter than the one before: compilers work on when everything else is done. */
    public static IdleLoad of(CatalogProcess application) throws InterruptedException {
        double share = share(application);
        for (int second = 1; second < MOST_SECONDS; second++) {
            double before = share;
            share = Math.min(before, share(application));
            if (share > LESS * before) {
                break;
            }
        }
        System.err.printf("  idle: %.1f %% of a processor%n", 100 * share);
        return new IdleLoad(application, share);
    }

    private static double share(CatalogProcess application) throws InterruptedException {
        long cpu = CpuTime.of(application.pid());
        long start = System.nanoTime();
        TimeUnit.SECONDS.sleep(1);
        return (double) (CpuTime.of(application.pid()) - cpu) / (System.nanoTime() - start);
    }

    /** The application's processor time while something is done, less what it would have taken anyway. */
    public double microsBeyond(Work work) throws Exception {
        long cpu = CpuTime.of(application.pid());
        long start = System.nanoTime();
        work.run();
        long idle = (long) (share * (System.nanoTime() - start));
        return (CpuTime.of(application.pid()) - cpu - idle) / 1e3;
    }
}
