package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.ResolvedEntry;

/** What a scope's record says but for its revision: two equal entries are one and the same to every reader. */
record Entry(ResolvedEntry resolved, boolean listed) {}
