package dev.airlock.sandbox.engine.compile;

import dev.airlock.sandbox.engine.interpreter.UsedFunctions;
import dev.airlock.sandbox.metering.MeteredModule;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Groups the methods of a guest's functions into classes by when they are needed. Functions that a call has already
 * used go into one class, or as few as have room for them; the others go into small classes by their index; the methods
 * through which the host enters go into classes of their own. The JVM loads and verifies a class as a whole, so a call
 * then pays for what it uses. The engine groups functions by index alone.
 */
final class ClassGroups {
    private static final Pattern METHOD = Pattern.compile("(?:part_\\d+_of_)?(?:func|direct|call)_(\\d+)");

    /** The engine's name for a class with functions, after the main class's name; a number follows. */
    private static final String ENGINES = "FuncGroup_";

    /** The most of the module's own code in one class of used functions: the JVM allows a class 65,535 constants. */
    private static final int CODE_BYTES = 160 << 10;

    /** The number of unused functions in one class. */
    private static final int UNUSED = 64;

    /** The number of functions whose entry methods for the host share a class. */
    private static final int ENTERED = 256;

    private final String main;
    private final int unused;
    private final int[] usedIn;
    private final Map<String, Integer> lastIn = new HashMap<>();
    private final Map<String, ClassWriter> open = new TreeMap<>();
    private final Map<String, String> places = new HashMap<>();
    private int taken;

    /**
     * @param main the main class's internal name, with which all names begin
     * @param perClass the number of functions that the engine puts into one class
     */
    ClassGroups(String main, MeteredModule module, UsedFunctions used, int perClass) {
        this.main = main;
        this.unused = Math.min(UNUSED, perClass);
        this.usedIn = new int[used.functions()];
        int group = 0;
        int bytes = 0;
        for (int function = 0; function < usedIn.length; function++) {
            usedIn[function] = -1;
            if (used.contains(function)) {
                bytes += module.codeBytes(function);
                if (bytes > CODE_BYTES) {
                    group++;
                    bytes = module.codeBytes(function);
                }
                usedIn[function] = group;
            }
            lastIn.put(home(function), function);
            lastIn.put(entry(function), function);
        }
    }

    /** Whether the engine's class of that internal name contains functions. */
    boolean isGroup(String name) {
        return name.startsWith(main + ENGINES);
    }

    /** The internal name of the class to which a method of such a class moves. */
    private String place(String method) {
        return places.computeIfAbsent(method, this::find);
    }

    private String find(String method) {
        return method.startsWith("call_") ? entry(function(method)) : home(function(method));
    }

    /** The class with a function's code. */
    private String home(int function) {
        return usedIn[function] >= 0 ? main + "Used_" + usedIn[function] : main + "Unused_" + function / unused;
    }

    /** The class with the method through which the host enters a function. */
    private String entry(int function) {
        return main + "Entered_" + function / ENTERED;
    }

    private static int function(String method) {
        Matcher name = METHOD.matcher(method);
        if (!name.matches()) {
            throw new IllegalStateException("the engine has a method " + method);
        }
        return Integer.parseInt(name.group(1));
    }

    /** Returns a visitor that moves the methods of one of the engine's classes with functions to their groups. */
    ClassVisitor taking() {
        return new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                ClassWriter writer = open.computeIfAbsent(place(name), ClassGroups::begun);
                taken = Math.max(taken, function(name) + 1);
                return renamed(writer.visitMethod(access, name, descriptor, signature, exceptions));
            }
        };
    }

    /** Returns a visitor for another class, which calls methods in their groups. */
    ClassVisitor renaming(ClassVisitor next) {
        return new ClassVisitor(Opcodes.ASM9, next) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                return renamed(super.visitMethod(access, name, descriptor, signature, exceptions));
            }
        };
    }

    private static ClassWriter begun(String name) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V11, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, name, null, "java/lang/Object", null);
        return writer;
    }

    private MethodVisitor renamed(MethodVisitor next) {
        return new MethodVisitor(Opcodes.ASM9, next) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                super.visitMethodInsn(opcode, isGroup(owner) ? place(name) : owner, name, descriptor, isInterface);
            }
        };
    }

    /**
     * Emits the classes whose last function has come, by name: the engine visits functions in order, in classes of any
     * size.
     */
    void finishComplete(BiConsumer<String, byte[]> file) {
        open.entrySet().removeIf(group -> {
            boolean isComplete = lastIn.getOrDefault(group.getKey(), -1) < taken;
            if (isComplete) {
                file.accept(group.getKey().replace('/', '.'), group.getValue().toByteArray());
            }
            return isComplete;
        });
    }

    /** Emits the remaining classes. */
    void finish(BiConsumer<String, byte[]> file) {
        taken = usedIn.length;
        finishComplete(file);
    }
}
