package dev.partnercatalog.benchmarks.delivery;

import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.Run;
import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import dev.partnercatalog.benchmarks.setup.CpuTime;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A full resend, and the changes after a flag, compared with a bare loop that posts the same bodies to the same
 * receiver.
 */
final class LoopRows {

    private static final double CPU_LIMIT_SECONDS = 30;
    private static final double MILLION = 1e6;

    private final Run run;
    private final PartnerDelivery partner;
    private final JavaProcess receiver;
    private final long bytes;

    /** @param bytes total size of all bodies */
    LoopRows(Run run, PartnerDelivery partner, JavaProcess receiver, long bytes) {
        this.run = run;
        this.partner = partner;
        this.receiver = receiver;
        this.bytes = bytes;
    }

    /** @param bodies file of the bodies that the sink sent */
    void measure(BenchmarkEnvironment.Part environment, String partnerId, String url, Path bodies) throws Exception {
        try (JavaProcess loop = JavaProcess.start(
                environment.folder().resolve("loop.log"),
                environment.machineOptions(Sink.OPTIONS),
                BareLoop.class.getName(),
                url,
                MasterKey.load(environment.secrets()).webhookSecret(partnerId, 0),
                bodies.toString(),
                Integer.toString(Sink.CONCURRENCY))) {
            loop.line();
            loop.ask(Double.toString(run.pace().firstWarmUpSeconds() / 2));
            partner.warmUp(run.pace().firstWarmUpSeconds());
            measure(loop);
        }
    }

    private void measure(JavaProcess loop) throws Exception {
        List<Double> delivered = new ArrayList<>();
        List<Double> posted = new ArrayList<>();
        List<Double> cpuSeconds = new ArrayList<>();
        List<Double> resynced = new ArrayList<>();
        List<Double> reposted = new ArrayList<>();
        for (int round = 1; round <= run.pace().fewRounds(); round++) {
            if (run.wants(DeliveryRows.DELIVER) || run.wants(DeliveryRows.CPU)) {
                PartnerDelivery.Sent sent = partner.resend();
                delivered.add(partner.listed() / sent.counted().seconds());
                cpuSeconds.add(sent.cpuSeconds() * MILLION / partner.listed());
            }
            if (run.wants(DeliveryRows.DELIVER)) {
                posted.add(posted(loop));
            }
            if (run.wants(DeliveryRows.RESYNC)) {
                resynced.add(partner.flip().seconds());
                reposted.add(partner.listed() / posted(loop));
            }
            System.err.printf(
                    "round %d: deliver %s against %s, CPU %s, resync %s against %s%n",
                    round, delivered, posted, cpuSeconds, resynced, reposted);
        }
        if (run.wants(DeliveryRows.DELIVER)) {
            run.measured(Row.of(DeliveryRows.DELIVER, "variants/s", delivered, posted, 0.3, Row.Better.HIGHER));
        }
        if (run.wants(DeliveryRows.CPU)) {
            List<Double> limits =
                    cpuSeconds.stream().map(seconds -> CPU_LIMIT_SECONDS).toList();
            run.measured(Row.of(DeliveryRows.CPU, "s", cpuSeconds, limits, 1, Row.Better.LOWER));
        }
        if (run.wants(DeliveryRows.RESYNC)) {
            run.measured(Row.of(DeliveryRows.RESYNC, "s", resynced, reposted, 5, Row.Better.LOWER));
        }
    }

    /** Variants per second of the loop, which posts each body the same number of times, give or take one. */
    private double posted(JavaProcess loop) throws IOException {
        long cpu = CpuTime.of(loop.pid());
        receiver.ask("count");
        loop.ask(Double.toString(run.pace().seconds() / 2));
        Counted counted = Counted.parse(receiver.ask("counted"));
        double variants = (double) partner.listed() * counted.bytes() / bytes;
        System.err.printf("  loop: %.2f µs of processor a variant%n", (CpuTime.of(loop.pid()) - cpu) / 1e3 / variants);
        return variants / counted.seconds();
    }
}
