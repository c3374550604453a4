package dev.partnercatalog.benchmarks.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.benchmarks.measure.Pace;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import dev.partnercatalog.benchmarks.setup.CpuTime;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import dev.partnercatalog.benchmarks.setup.StreamsProcess;
import dev.partnercatalog.runtime.KafkaSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** A full resend compared with a Camel route that has the same records ready-made in a topic. */
final class CamelRow {

    private static final double GOAL = 1.5;

    private final Pace pace;
    private final BenchmarkEnvironment.Part environment;
    private final KafkaSettings kafka;
    private final String topic;
    private final PartnerDelivery partner;
    private final JavaProcess receiver;

    CamelRow(Pace pace, BenchmarkEnvironment.Part environment, PartnerDelivery partner, JavaProcess receiver) {
        this.pace = pace;
        this.environment = environment;
        this.kafka = environment.kafka(pace.partitions());
        this.topic = kafka.topics().prefix() + "ready-made";
        this.partner = partner;
        this.receiver = receiver;
    }

    /** @param bodies file of the bodies that the sink sent */
    Row measure(String url, Path bodies) throws Exception {
        new StreamsProcess(environment, kafka).makeTopic(topic);
        int records = write(CapturedBodies.read(bodies));
        List<Double> delivered = new ArrayList<>();
        List<Double> routed = new ArrayList<>();
        try (JavaProcess camel = JavaProcess.start(
                environment.folder().resolve("camel.log"),
                environment.machineOptions(Sink.OPTIONS),
                CamelRoute.class.getName(),
                kafka.bootstrapServers(),
                topic,
                url,
                Integer.toString(Sink.CONCURRENCY))) {
            camel.line();
            warmUp(camel, records);
            partner.warmUp(pace.warmUpSeconds());
            for (int round = 1; round <= pace.fewRounds(); round++) {
                delivered.add(partner.listed() / partner.resend().counted().seconds());
                routed.add(records / route(camel, records).seconds());
            }
        }
        System.err.printf("deliver-camel: %s against %s%n", delivered, routed);
        return Row.of(DeliveryRows.CAMEL, "variants/s", delivered, routed, GOAL, Row.Better.HIGHER);
    }

    /** Writes each variant of the bodies as a separate record; returns their number. */
    private int write(List<byte[]> bodies) throws IOException {
        ObjectMapper json = new ObjectMapper();
        AtomicReference<@Nullable Exception> fault = new AtomicReference<>();
        var properties = kafka.properties();
        properties.put("max.in.flight.requests.per.connection", "1");
        int records = 0;
        try (var producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (byte[] body : bodies) {
                for (JsonNode variant : json.readTree(body).at("/data/variants")) {
                    byte[] key = variant.get("barcode").asText().getBytes(StandardCharsets.US_ASCII);
                    var unused = producer.send(
                            new ProducerRecord<>(topic, key, json.writeValueAsBytes(variant)),
                            (written, failure) -> fault.compareAndSet(null, failure));
                    records++;
                }
            }
            producer.flush();
        }
        if (fault.get() != null) {
            throw new IOException("records could not be written", fault.get());
        }
        return records;
    }

    private void warmUp(JavaProcess camel, int records) throws IOException {
        long end = System.nanoTime() + (long) (pace.firstWarmUpSeconds() * 1e9);
        do {
            route(camel, records);
        } while (System.nanoTime() < end);
    }

    private Counted route(JavaProcess camel, int records) throws IOException {
        long cpu = CpuTime.of(camel.pid());
        receiver.ask("count");
        camel.ask(Integer.toString(records));
        Counted counted = Counted.parse(receiver.ask("counted"));
        System.err.printf(
                "  camel: %d messages in %.2f s, %.1f µs of processor a variant%n",
                counted.bodies(), counted.seconds(), (CpuTime.of(camel.pid()) - cpu) / 1e3 / records);
        return counted;
    }
}
