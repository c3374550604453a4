/** Holds the Helm chart in deploy/helm to Helm, to Kubernetes' own types and to the commands' options. */
@NullMarked
package dev.partnercatalog.cli.kubernetes;

import org.jspecify.annotations.NullMarked;
