import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.producer.CatalogProducer;
import dev.partnercatalog.producer.ProducerSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Map;

final class Producer {

    public static void main(String[] args) {
        String kafka = args[0], registry = args[1], barcode = args[3], name = args[4];
        var settings = ProducerSettings.of(Map.of("bootstrap.servers", kafka, "apicurio.registry.url", registry));
        try (var catalog = CatalogProducer.connect(settings)) {
            var product = BpdVariant.newBuilder().setBarcode(barcode).setName(name).build();
            catalog.publish(CatalogTopic.BPD_VARIANTS, product).join();
        }
    }
}
