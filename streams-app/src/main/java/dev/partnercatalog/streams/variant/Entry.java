package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.ResolvedEntry;
import java.util.List;

/** What a scope's record says but for its revision: two equal entries are one and the same to every reader. */
record Entry(ResolvedEntry resolved, List<String> skus) {}
