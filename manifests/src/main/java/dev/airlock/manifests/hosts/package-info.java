/**
 * The places that a connector may connect to: hosts, ports and grants, each in one canonical spelling.
 *
 * <p>Start with {@link dev.airlock.manifests.hosts.NetworkGrant}. The same parser reads a manifest and checks a request, so the host that
 * is compared is the host that is dialled. Imports only {@code formats}; performs no look-up and opens nothing.
 */
@NullMarked
package dev.airlock.manifests.hosts;

import org.jspecify.annotations.NullMarked;
