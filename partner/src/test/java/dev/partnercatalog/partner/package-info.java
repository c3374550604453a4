@NullMarked
package dev.partnercatalog.partner;

import org.jspecify.annotations.NullMarked;
