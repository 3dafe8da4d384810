package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.TableInstance;
import com.dylibso.chicory.wasm.types.Table;
import com.dylibso.chicory.wasm.types.TableLimits;

/**
 * A table of one instance, grown only within the limit on all tables together. It holds limits of its own: the engine's
 * table writes a growth into the module's limits, where the next instance would find it.
 */
final class GuestTable extends TableInstance {
    private final Growth growth;
    private final long ownMaximum;

    GuestTable(Table table, int initialValue, Growth growth) {
        super(
                new Table(
                        table.elementType(),
                        new TableLimits(
                                table.limits().min(),
                                table.limits().max(),
                                table.limits().shared())),
                initialValue);
        this.growth = growth;
        this.ownMaximum =
                table.limits().max() < TableLimits.LIMIT_MAX ? table.limits().max() : Long.MAX_VALUE;
    }

    @Override
    public int grow(int size, int value, Instance instance) {
        long added = Integer.toUnsignedLong(size);
        if (size() + added > ownMaximum || !growth.allow(added)) {
            return -1;
        }
        return super.grow(size, value, instance);
    }
}
