@NullMarked
package dev.partnercatalog.console.server;

import org.jspecify.annotations.NullMarked;
