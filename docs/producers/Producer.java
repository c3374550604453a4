import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

final class Producer {

    public static void main(String[] args) throws Exception {
        String kafka = args[0], registry = args[1] + "/apis/registry/v3/", topic = args[2], barcode = args[3], name = args[4];
        int contentId = new ObjectMapper()
                .readTree(URI.create(registry + "groups/default/artifacts/" + topic + "-value/versions/branch=latest").toURL())
                .get("contentId")
                .intValue();
        Schema schema;
        try (var content = URI.create(registry + "ids/contentIds/" + contentId).toURL().openStream()) {
            schema = new Schema.Parser().parse(content);
        }
        GenericData.Record product =
                new GenericRecordBuilder(schema).set("barcode", barcode).set("name", name).build();
        try (var producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka), new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, barcode, value(contentId, product))).get();
        }
    }

    private static byte[] value(int contentId, GenericData.Record record) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.writeByte(0);
        out.writeInt(contentId);
        var encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        new GenericDatumWriter<GenericData.Record>(record.getSchema()).write(record, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }
}
