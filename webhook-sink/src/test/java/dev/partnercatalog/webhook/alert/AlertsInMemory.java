package dev.partnercatalog.webhook.alert;

import dev.partnercatalog.records.WebhookAlert;
import dev.partnercatalog.webhook.delivery.EndpointRecords;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The topic of alerts, which is read without delay and can be stalled. */
final class AlertsInMemory implements EndpointRecords<WebhookAlert> {

    private final Map<String, WebhookAlert> records = new LinkedHashMap<>();
    private final List<Runnable> waiting = new ArrayList<>();
    private boolean down;
    private long version;

    @Override
    public long version() {
        return version;
    }

    @Override
    public @Nullable WebhookAlert of(String partnerId) {
        return records.get(partnerId);
    }

    @Override
    public Collection<String> partnerIds() {
        return List.copyOf(records.keySet());
    }

    @Override
    public void publish(String partnerId, WebhookAlert alert, Runnable written) {
        waiting.add(() -> {
            records.put(partnerId, alert);
            written.run();
        });
        writeUnlessDown();
    }

    @Override
    public void forget(String partnerId) {
        waiting.add(() -> records.remove(partnerId));
        writeUnlessDown();
    }

    /** From now on nothing is written. */
    void takeDown() {
        down = true;
    }

    void bringUp() {
        down = false;
        writeUnlessDown();
    }

    /** As after a crash: what wasn't written is lost. */
    void lose() {
        waiting.clear();
    }

    private void writeUnlessDown() {
        if (!down) {
            waiting.forEach(Runnable::run);
            version += waiting.size();
            waiting.clear();
        }
    }
}
