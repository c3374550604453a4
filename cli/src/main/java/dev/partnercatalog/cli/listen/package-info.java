/** {@code ./catalog listen}: a partner's webhook receiver, for developers at partners, and for the demo. */
@NullMarked
package dev.partnercatalog.cli.listen;

import org.jspecify.annotations.NullMarked;
