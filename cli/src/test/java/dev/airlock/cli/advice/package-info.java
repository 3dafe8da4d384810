/** Tests of Airlock's advice: every proposal of a text can be typed or pasted, and then works. Start with {@code AdviceTest}. */
@NullMarked
package dev.airlock.cli.advice;

import org.jspecify.annotations.NullMarked;
