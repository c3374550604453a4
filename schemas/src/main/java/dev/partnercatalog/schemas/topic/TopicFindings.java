package dev.partnercatalog.schemas.topic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The findings about topics' settings, and what to do about them. Not thread-safe. */
final class TopicFindings {

    private final List<String> refusals = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Map<String, Map<String, String>> mends = new TreeMap<>();

    /** Records would be lost or misplaced: nothing may run on this topic. */
    void refuse(String refusal) {
        refusals.add(refusal);
    }

    /** The topic works, but an operator should know about it. */
    void warn(String warning) {
        warnings.add(warning);
    }

    /** A setting of our own topic that we correct, since only one value makes sense. */
    void mend(String topic, String setting, String value) {
        mends.computeIfAbsent(topic, name -> new TreeMap<>()).put(setting, value);
    }

    List<String> refusals() {
        return refusals.stream().sorted().toList();
    }

    List<String> warnings() {
        return warnings.stream().sorted().toList();
    }

    /** The settings to change, by topic. */
    Map<String, Map<String, String>> mends() {
        return mends;
    }
}
