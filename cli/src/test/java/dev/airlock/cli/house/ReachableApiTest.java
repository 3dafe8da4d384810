package dev.airlock.cli.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.runtime.Airlock;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Counts the types that an embedder can come to from {@link Airlock} by public signatures: parameters, results, exceptions, fields,
 * supertypes, nested types. All of them are API, whatever package they are in, so their number may only fall.
 */
class ReachableApiTest {
    private static final int AT_MOST = 331;

    @Test
    void noMoreTypesAreReachableFromAirlockThanBefore() {
        Set<Class<?>> reached = new HashSet<>();
        Deque<Class<?>> open = new ArrayDeque<>(Set.of(Airlock.class));
        while (!open.isEmpty()) {
            Class<?> next = open.pop();
            if (isOurs(next) && reached.add(next)) {
                open.addAll(neighbours(next));
            }
        }
        Map<String, Set<String>> byPackage = reached.stream()
                .collect(Collectors.groupingBy(
                        Class::getPackageName,
                        TreeMap::new,
                        Collectors.mapping(Class::getSimpleName, Collectors.toCollection(TreeSet::new))));

        assertThat(reached.size()).as(byPackage.toString()).isLessThanOrEqualTo(AT_MOST);
    }

    private static boolean isOurs(Class<?> type) {
        return type.getName().startsWith("dev.airlock.") && Modifier.isPublic(type.getModifiers());
    }

    private static Set<Class<?>> neighbours(Class<?> type) {
        Set<Class<?>> found = new HashSet<>(Arrays.asList(type.getClasses()));
        collect(type.getGenericSuperclass(), found);
        Stream.of(type.getGenericInterfaces()).forEach(other -> collect(other, found));
        for (Method method : type.getMethods()) {
            collect(method.getGenericReturnType(), found);
            Stream.of(method.getGenericParameterTypes()).forEach(other -> collect(other, found));
            Stream.of(method.getGenericExceptionTypes()).forEach(other -> collect(other, found));
        }
        for (Constructor<?> constructor : type.getConstructors()) {
            Stream.of(constructor.getGenericParameterTypes()).forEach(other -> collect(other, found));
        }
        for (Field field : type.getFields()) {
            collect(field.getGenericType(), found);
        }
        return found;
    }

    private static void collect(Type type, Set<Class<?>> found) {
        if (type instanceof Class<?> plain) {
            found.add(plain.isArray() ? plain.getComponentType() : plain);
        } else if (type instanceof ParameterizedType generic) {
            collect(generic.getRawType(), found);
            Stream.of(generic.getActualTypeArguments()).forEach(other -> collect(other, found));
        } else if (type instanceof GenericArrayType array) {
            collect(array.getGenericComponentType(), found);
        } else if (type instanceof WildcardType wildcard) {
            Stream.of(wildcard.getUpperBounds()).forEach(other -> collect(other, found));
            Stream.of(wildcard.getLowerBounds()).forEach(other -> collect(other, found));
        } else if (type instanceof TypeVariable<?> variable) {
            Stream.of(variable.getBounds()).filter(Class.class::isInstance).forEach(other -> collect(other, found));
        }
    }
}
