@NullMarked
package dev.partnercatalog.operations.topic;

import org.jspecify.annotations.NullMarked;
