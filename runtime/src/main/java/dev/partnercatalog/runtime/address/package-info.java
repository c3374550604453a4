/**
 * The addresses to which webhooks may be sent (D18). The code that accepts a URL and the code that connects to it apply
 * these same rules, so nothing here may depend on either of them.
 */
@NullMarked
package dev.partnercatalog.runtime.address;

import org.jspecify.annotations.NullMarked;
