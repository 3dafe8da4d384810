package dev.airlock.sandbox.engine.instance;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.TableInstance;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.UninstantiableException;
import com.dylibso.chicory.wasm.types.Table;
import com.dylibso.chicory.wasm.types.TableLimits;
import com.dylibso.chicory.wasm.types.Value;
import dev.airlock.sandbox.engine.memory.Growth;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A table of one instance, which grows only within the limit on all tables together. Until its first write it may share
 * its elements with an image that all instances use.
 *
 * <p>It has limits of its own: the engine's table writes a growth into the module's limits, where the next instance
 * would find it.
 */
public final class GuestTable extends TableInstance {
    private final Instance owner;
    private final Growth growth;
    private final TableLimits limits;
    private final long maximum;
    private int[] elements;
    private boolean shared;
    private Instance @Nullable [] foreign;

    /** A table with equal elements. */
    public GuestTable(Instance owner, Table table, int initialValue, Growth growth) {
        this(owner, table, filled((int) table.limits().min(), initialValue), false, growth);
    }

    /** Returns a table that begins with the elements of an image, which are not changed. */
    static GuestTable beginningWith(int[] image, Instance owner, Table table, Growth growth) {
        return new GuestTable(owner, table, image, true, growth);
    }

    private GuestTable(Instance owner, Table table, int[] elements, boolean shared, Growth growth) {
        super(new Table(table.elementType(), new TableLimits(0)), Value.REF_NULL_VALUE);
        this.owner = owner;
        this.growth = growth;
        this.limits = new TableLimits(
                table.limits().min(), table.limits().max(), table.limits().shared());
        this.maximum = limits.max() < TableLimits.LIMIT_MAX ? limits.max() : Long.MAX_VALUE;
        this.elements = elements;
        this.shared = shared;
        if (!growth.allow(elements.length)) {
            throw new UninstantiableException("out of bounds table access");
        }
    }

    private static int[] filled(int size, int value) {
        int[] elements = new int[size];
        Arrays.fill(elements, value);
        return elements;
    }

    /** The elements as they are now, for other tables to begin with. Nothing may be written to this one afterwards. */
    int[] image() {
        return elements;
    }

    @Override
    public int size() {
        return elements.length;
    }

    @Override
    public TableLimits limits() {
        return limits;
    }

    @Override
    public int grow(int more, int value, Instance instance) {
        int before = elements.length;
        long added = Integer.toUnsignedLong(more);
        long wanted = before + added;
        if (wanted > maximum || !growth.allow(added) || wanted > Integer.MAX_VALUE) {
            return -1;
        }
        limits.grow(more);
        elements = Arrays.copyOf(elements, (int) wanted);
        shared = false;
        Arrays.fill(elements, before, elements.length, value);
        if (foreign != null) {
            foreign = Arrays.copyOf(foreign, elements.length);
            Arrays.fill(foreign, before, elements.length, instance);
        } else if (instance != null && instance != owner && more > 0) {
            foreign = foreignFrom(before, instance);
        }
        return before;
    }

    @Override
    public int ref(int index) {
        if (index < 0 || index >= elements.length) {
            throw new ChicoryException("undefined element");
        }
        return elements[index];
    }

    @Override
    public int requiredRef(int index) {
        int element = ref(index);
        if (element == Value.REF_NULL_VALUE) {
            throw new ChicoryException("uninitialized element " + index);
        }
        return element;
    }

    @Override
    public void setRef(int index, int value, @Nullable Instance instance) {
        if (index < 0 || index >= elements.length) {
            throw new UninstantiableException("out of bounds table access");
        }
        if (shared) {
            elements = elements.clone();
            shared = false;
        }
        elements[index] = value;
        setInstance(index, instance == null ? owner : instance);
    }

    /** Only a table that several modules share has elements of another instance, and no connector has such a table. */
    private void setInstance(int index, Instance instance) {
        if (foreign != null) {
            foreign[index] = instance;
        } else if (instance != owner) {
            foreign = foreignFrom(elements.length, instance);
            foreign[index] = instance;
        }
    }

    private Instance[] foreignFrom(int first, Instance instance) {
        Instance[] instances = new Instance[elements.length];
        Arrays.fill(instances, 0, first, owner);
        Arrays.fill(instances, first, instances.length, instance);
        return instances;
    }

    @Override
    public Instance instance(int index) {
        return foreign == null ? owner : foreign[index];
    }

    @Override
    public void reset() {
        elements = filled(elements.length, Value.REF_NULL_VALUE);
        shared = false;
    }
}
