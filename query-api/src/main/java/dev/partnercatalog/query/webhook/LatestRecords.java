package dev.partnercatalog.query.webhook;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The latest records of each partner, limited in total: if there are too many, the partner without a record for the
 * longest time is forgotten. Thread-safe.
 */
public final class LatestRecords<R> {

    private final int most;
    private final int mostOfOnePartner;
    private final Function<R, String> partnerId;

    /** The partner with the latest record comes last. */
    private final Map<String, Deque<R>> byPartner = new LinkedHashMap<>();

    private int size;

    /**
     * @param most the maximum number of records to keep in total
     * @param partnerId returns the partner of a record
     */
    public LatestRecords(int most, int mostOfOnePartner, Function<R, String> partnerId) {
        this.most = most;
        this.mostOfOnePartner = mostOfOnePartner;
        this.partnerId = partnerId;
    }

    public synchronized void add(R record) {
        Deque<R> records = byPartner.remove(partnerId.apply(record));
        if (records == null) {
            records = new ArrayDeque<>();
        }
        records.addLast(record);
        byPartner.put(partnerId.apply(record), records);
        size++;
        if (records.size() > mostOfOnePartner) {
            records.removeFirst();
            size--;
        }
        Iterator<Deque<R>> longestSilent = byPartner.values().iterator();
        while (size > most && longestSilent.hasNext()) {
            size -= longestSilent.next().size();
            longestSilent.remove();
        }
    }

    /** In the order in which they were added. */
    public synchronized List<R> of(String partnerId) {
        return List.copyOf(byPartner.getOrDefault(partnerId, new ArrayDeque<>()));
    }
}
