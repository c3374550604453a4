@NullMarked
package dev.partnercatalog.cli.topic;

import org.jspecify.annotations.NullMarked;
