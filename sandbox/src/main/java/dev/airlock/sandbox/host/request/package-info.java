/**
 * Reads a guest's HTTP request and decides whether the manifest permits it: host, method, headers, credential slots, redirects. Start
 * at {@code RequestRules}. Sends nothing.
 */
@NullMarked
package dev.airlock.sandbox.host.request;

import org.jspecify.annotations.NullMarked;
