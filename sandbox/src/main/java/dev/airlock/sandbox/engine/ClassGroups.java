package dev.airlock.sandbox.engine;

import dev.airlock.sandbox.metering.MeteredModule;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts the methods of a guest's functions together by when they are needed: those that some call used already in one class, or as few as
 * there is room for; the others in small classes by their index; and apart from both the methods through which the host enters. The JVM loads
 * and verifies a class as a whole, so a call then pays for what it uses. The engine groups them by index alone.
 */
final class ClassGroups {
    private static final Pattern METHOD = Pattern.compile("(?:part_\\d+_of_)?(?:func|direct|call)_(\\d+)");

    /** The engine's name for a class with functions, after the main class's name; a number follows. */
    private static final String ENGINES = "FuncGroup_";

    private static final String UNUSED_PREFIX = "Unused_";

    /** So much of the module's own code goes into one class of used functions: the JVM lets no class have more than 65,535 constants. */
    private static final int CODE_BYTES = 160 << 10;

    /** How many functions are together that were not used. */
    private static final int UNUSED = 64;

    /** How many functions have the methods through which the host enters together. */
    private static final int ENTERED = 256;

    private final String main;
    private final int unused;
    private final int[] usedIn;
    private final Map<String, ClassWriter> open = new TreeMap<>();
    private final Map<String, String> places = new HashMap<>();
    private int taken;

    /**
     * @param main the main class's internal name, with which all names begin
     * @param perClass how many functions the engine puts into one class
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
        }
    }

    /** Whether it is a class of the engine's that has functions, by its internal name. */
    boolean isGroup(String name) {
        return name.startsWith(main + ENGINES);
    }

    /** The internal name of the class that a method of such a class goes to. */
    private String place(String method) {
        return places.computeIfAbsent(method, this::find);
    }

    private String find(String method) {
        int function = function(method);
        if (method.startsWith("call_")) {
            return main + "Entered_" + function / ENTERED;
        }
        return usedIn[function] >= 0 ? main + "Used_" + usedIn[function] : main + UNUSED_PREFIX + function / unused;
    }

    private static int function(String method) {
        Matcher name = METHOD.matcher(method);
        if (!name.matches()) {
            throw new IllegalStateException("the engine has a method " + method);
        }
        return Integer.parseInt(name.group(1));
    }

    /** Takes the methods of one of the engine's classes with functions, each to its place. */
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

    /** Takes another class, which calls methods at their places. */
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
     * Gives the classes of functions that were not used whose last function was taken, by name: the engine has functions in order, in classes
     * of any size.
     */
    void finishUnused(BiConsumer<String, byte[]> file) {
        String prefix = main + UNUSED_PREFIX;
        finish(
                name -> name.startsWith(prefix) && Integer.parseInt(name.substring(prefix.length())) < taken / unused,
                file);
    }

    /** Gives all classes that are left. */
    void finish(BiConsumer<String, byte[]> file) {
        finish(name -> true, file);
    }

    private void finish(Predicate<String> isComplete, BiConsumer<String, byte[]> file) {
        for (Iterator<Map.Entry<String, ClassWriter>> groups = open.entrySet().iterator(); groups.hasNext(); ) {
            Map.Entry<String, ClassWriter> group = groups.next();
            if (isComplete.test(group.getKey())) {
                file.accept(group.getKey().replace('/', '.'), group.getValue().toByteArray());
                groups.remove();
            }
        }
    }
}
