package dev.airlock.sandbox.call;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fuel that each function of one call used, by the functions that called it. It is the same for the same call on
 * any machine. Functions that are called deeper than {@value #DEEPEST}, or after {@value #MOST_NODES} different paths
 * were seen, count as part of their caller. Belongs to the call's own thread, and is read once the call is over.
 */
public final class FuelProfile {
    private static final int DEEPEST = 256;
    private static final int MOST_NODES = 20_000;

    /** A function as called along one path. */
    public static final class Node {
        private final int function;
        private final Map<Integer, Node> callees = new LinkedHashMap<>();
        private long self;

        private Node(int function) {
            this.function = function;
        }

        /** The function's index, imports first; negative for the call as a whole. */
        public int function() {
            return function;
        }

        /** Units that the function used itself. */
        public long self() {
            return self;
        }

        /** The functions that it called, in the order of the first call. */
        public List<Node> callees() {
            return new ArrayList<>(callees.values());
        }

        /** Units that it and the functions that it called used. */
        public long total() {
            return self + callees.values().stream().mapToLong(Node::total).sum();
        }
    }

    private final Node root = new Node(-1);
    private final Deque<Node> open = new ArrayDeque<>();
    private int nodes;
    private int hidden;
    private long seen;

    /** An empty profile. */
    public FuelProfile() {
        open.push(root);
    }

    /**
     * Records that a function begins.
     *
     * @param used units that the call has used so far
     */
    public void enter(int function, long used) {
        attribute(used);
        Node caller = open.element();
        Node known = caller.callees.get(function);
        if (hidden > 0 || (known == null && nodes >= MOST_NODES) || open.size() > DEEPEST) {
            hidden++;
            return;
        }
        if (known == null) {
            known = new Node(function);
            caller.callees.put(function, known);
            nodes++;
        }
        open.push(known);
    }

    /** Records that the function that began last is over. */
    public void leave(long used) {
        attribute(used);
        if (hidden > 0) {
            hidden--;
        } else if (open.size() > 1) {
            open.pop();
        }
    }

    /** Records that the call is over. */
    public void end(long used) {
        attribute(used);
    }

    private void attribute(long used) {
        open.element().self += used - seen;
        seen = used;
    }

    /** The call as a whole. */
    public Node root() {
        return root;
    }
}
