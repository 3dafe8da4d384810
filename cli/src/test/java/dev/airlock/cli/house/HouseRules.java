package dev.airlock.cli.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;

/** The rules for all code of all modules. */
enum HouseRules {
    /** Dependencies between modules point down only. */
    FORMATS_DEPENDS_ON_NOTHING_OF_OURS(moduleUsesOnly("formats")),
    FAILURES_DEPENDS_ON_FORMATS_ONLY(moduleUsesOnly("failures", "formats")),
    UPSTREAMS_DEPENDS_ON_NOTHING_OF_OURS(moduleUsesOnly("upstreams")),
    MANIFESTS_DEPENDS_ON_WHAT_IS_BELOW_IT_ONLY(moduleUsesOnly("manifests", "failures", "formats")),
    SANDBOX_DEPENDS_ON_WHAT_IS_BELOW_IT_ONLY(moduleUsesOnly("sandbox", "manifests", "failures", "formats")),
    RUNTIME_DEPENDS_ON_WHAT_IS_BELOW_IT_ONLY(moduleUsesOnly("runtime", "sandbox", "manifests", "failures", "formats")),
    REGISTRY_DEPENDS_ON_WHAT_IS_BELOW_IT_ONLY(
            moduleUsesOnly("registry", "runtime", "sandbox", "manifests", "failures", "formats")),
    POSTGRES_DEPENDS_ON_WHAT_IS_BELOW_IT_ONLY(
            moduleUsesOnly("postgres", "runtime", "sandbox", "manifests", "failures", "formats")),
    CONFORMANCE_DEPENDS_ON_WHAT_IS_BELOW_IT_ONLY(
            moduleUsesOnly("conformance", "runtime", "sandbox", "manifests", "failures", "upstreams", "formats")),
    NOTHING_DEPENDS_ON_THE_COMMAND(noClasses()
            .that()
            .resideOutsideOfPackage("dev.airlock.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.airlock.cli..")),

    ONLY_THE_ENGINE_PACKAGE_NAMES_THE_ENGINE(onlyIn("dev.airlock.sandbox.engine..", "com.dylibso..")),

    ONLY_THE_SCHEMA_PACKAGE_NAMES_THE_VALIDATOR(onlyIn("dev.airlock.runtime.schema..", "com.networknt..")),

    ONLY_THE_BREAKER_PACKAGE_NAMES_ITS_LIBRARY(
            onlyIn("dev.airlock.runtime.recovery.breaker..", "io.github.resilience4j..")),

    ONLY_THE_REGISTRY_NAMES_ITS_ARCHIVE_LIBRARY(onlyIn("dev.airlock.registry..", "org.apache.commons.compress..")),

    ONLY_THE_POSTGRES_MODULE_NAMES_POSTGRESQL(onlyIn("dev.airlock.postgres..", "org.postgresql..")),

    /** DriverManager holds each driver, and the class loader of the application with it, for ever. */
    NOBODY_USES_DRIVER_MANAGER(noClasses()
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(java.sql.DriverManager.class, org.sqlite.JDBC.class, org.sqlite.SQLiteDataSource.class)
            .orShould()
            .callMethod(org.sqlite.SQLiteConfig.class, "createConnection", String.class)),

    /** Recovery writes a journal and does not know its implementation. */
    RECOVERY_DOES_NOT_KNOW_THE_AUDIT_LOG(noClasses()
            .that()
            .resideInAPackage("dev.airlock.runtime.recovery..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.airlock.runtime.audit..")),

    THE_AUDIT_LOG_KNOWS_RECOVERYS_JOURNAL_AND_ITS_VALUES_ONLY(noClasses()
            .that()
            .resideInAPackage("dev.airlock.runtime.audit..")
            .should()
            .dependOnClassesThat(
                    resideInAPackage("dev.airlock.runtime.recovery..").and(not(isAValueOfTheJournal())))),

    ONLY_HOST_FUNCTIONS_AND_UPSTREAMS_OPEN_SOCKETS(noClasses()
            .that()
            .resideOutsideOfPackages("dev.airlock.sandbox.host..", "dev.airlock.upstreams..")
            .should()
            .dependOnClassesThat(opensSockets())),

    A_FAILURE_IS_MADE_BY_ITS_OWN_PACKAGE_ONLY(constructors()
            .that()
            .areDeclaredInClassesThat()
            .haveSimpleName("Failure")
            .should()
            .bePackagePrivate()
            .orShould()
            .bePrivate()),

    /** Decisions about a failure use its cause. Its details are for the envelope, and for code that prints or searches all of it. */
    DETAILS_ARE_READ_BACK_BY_NOBODY(noClasses()
            .that()
            .resideOutsideOfPackage("dev.airlock.failures")
            .and(not(type(dev.airlock.cli.console.outcome.FailureText.class)))
            .and()
            .doNotHaveFullyQualifiedName("dev.airlock.conformance.trial.EchoTrial")
            .should()
            .callMethod(dev.airlock.failures.Failure.class, "details")),

    /** Two runtimes in one JVM do not see each other. */
    STATIC_FIELDS_ARE_FINAL(fields().that().areStatic().should().beFinal()),

    NO_PACKAGES_IN_A_CIRCLE(slices().matching("dev.airlock.(**)").should().beFreeOfCycles()),

    EVERY_PACKAGE_IS_DESCRIBED_AND_NULL_MARKED(ArchRuleDefinition.classes().should(liveInANullMarkedPackage())),

    NO_LOGGING_BELOW_THE_RUNTIME(noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.airlock.formats..",
                    "dev.airlock.failures..",
                    "dev.airlock.manifests..",
                    "dev.airlock.sandbox..",
                    "dev.airlock.upstreams..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.slf4j..", "java.util.logging..", "ch.qos.logback..")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(System.Logger.class)),

    CHANCE_IS_NOT_LEFT_TO_PREDICTABLE_GENERATORS(noClasses()
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(Random.class, ThreadLocalRandom.class)
            .orShould()
            .callMethod(Math.class, "random")),

    THE_TIME_OF_DAY_IS_READ_BY_THE_CLOCK_ONLY(noClasses()
            .that(not(type(dev.airlock.sandbox.time.Clock.class))
                    .and(not(nestedIn(dev.airlock.sandbox.time.Clock.class)))
                    // an audit id contains the time of its creation
                    .and(not(type(dev.airlock.failures.AuditId.class)))
                    // certificates are valid from now
                    .and(not(resideInAPackage("dev.airlock.upstreams.."))))
            .should()
            .callMethodWhere(readsTheTimeOfDay())),

    /** Scripted upstreams depend on no other module, and the waits of other tests measure them. */
    THERE_IS_ONE_CLOCK_AND_ONE_SLEEPER(noClasses()
            .that()
            .resideOutsideOfPackages("dev.airlock.sandbox.time..", "dev.airlock.upstreams..", "dev.airlock.testkit..")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethodWhere(sleeps())),

    /** A caller without a value omits the argument; records keep the values that they were given. */
    NO_LIBRARY_TAKES_AN_OPTIONAL(codeUnits()
            .that()
            .arePublic()
            .and()
            .areDeclaredInClassesThat()
            .arePublic()
            .and()
            .areDeclaredInClassesThat()
            .resideOutsideOfPackages("dev.airlock.cli..", "dev.airlock.testkit..")
            .and(not(aConstructorOfARecord()))
            .should(takeNone(Set.of(Optional.class, OptionalInt.class, OptionalLong.class)))),

    /** Everything below receives the share; these classes create their own sandboxes and transports. */
    WHAT_THE_JVM_SHARES_IS_INJECTED(noClasses()
            .that(not(type(dev.airlock.sandbox.Sandbox.Builder.class))
                    .and(not(resideInAnyPackage("dev.airlock.runtime.oauth..", "dev.airlock.registry.net.."))))
            .should()
            .callMethod(dev.airlock.sandbox.admission.JvmShare.class, "ofTheJvm")),

    STANDARD_STREAMS_BELONG_TO_THE_COMMAND(noClasses()
            .that()
            .resideOutsideOfPackages("dev.airlock.cli..", "dev.airlock.testkit..")
            .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS)),

    ONLY_THE_COMMAND_ENDS_THE_PROCESS(noClasses()
            .that()
            .resideOutsideOfPackage("dev.airlock.cli..")
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class));

    private static final Set<String> NOW =
            Set.of("now", "currentTimeMillis", "systemUTC", "systemDefaultZone", "system");
    private static final Set<String> SLEEPERS = Set.of(Thread.class.getName(), TimeUnit.class.getName());
    private static final Pattern SOCKETS =
            Pattern.compile("java\\.net\\.(.*Socket|HttpURLConnection|URLConnection|URL|http\\..*)"
                    + "|java\\.nio\\.channels\\..*(Socket|Datagram).*"
                    + "|javax\\.net\\.(ssl\\.)?(.*Socket.*|HttpsURLConnection)"
                    + "|okio\\..*"
                    + "|okhttp3\\.(?!HttpUrl).*");

    @SuppressWarnings("ImmutableEnumChecker") // rules are never changed
    private final ArchRule rule;

    HouseRules(ArchRule rule) {
        this.rule = rule;
    }

    ArchRule rule() {
        return rule;
    }

    private static ArchRule moduleUsesOnly(String module, String... others) {
        String[] allowed = new String[others.length + 1];
        allowed[0] = "dev.airlock." + module + "..";
        for (int i = 0; i < others.length; i++) {
            allowed[i + 1] = "dev.airlock." + others[i] + "..";
        }
        return noClasses()
                .that()
                .resideInAPackage(allowed[0])
                .should()
                .dependOnClassesThat(resideInAPackage("dev.airlock..").and(not(resideInAnyPackage(allowed))));
    }

    /** Returns a rule that one package alone uses a library, so that another library could replace it. */
    private static ArchRule onlyIn(String place, String library) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(place)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library);
    }

    private static DescribedPredicate<JavaClass> opensSockets() {
        return DescribedPredicate.describe(
                "open sockets",
                java -> SOCKETS.matcher(java.getName()).matches()
                        && !java.getSimpleName().equals("InetSocketAddress"));
    }

    private static DescribedPredicate<JavaClass> isAValueOfTheJournal() {
        Set<String> values = Set.of("Journal", "Target", "Result", "RecoveryEvent", "Recovery", "Verdict");
        return DescribedPredicate.describe("the journal or a value that goes through it", java -> {
            String name = java.getName();
            String outermost = name.substring(name.lastIndexOf('.') + 1).split("\\$")[0];
            return values.contains(outermost);
        });
    }

    private static DescribedPredicate<JavaClass> nestedIn(Class<?> outer) {
        return DescribedPredicate.describe(
                "nested in " + outer.getSimpleName(), java -> java.getName().startsWith(outer.getName() + "$"));
    }

    private static DescribedPredicate<JavaMethodCall> readsTheTimeOfDay() {
        return DescribedPredicate.describe("reads the time of day", call -> {
            String owner = call.getTargetOwner().getName();
            boolean clock = owner.startsWith("java.time.") || owner.equals("java.lang.System");
            return clock && NOW.contains(call.getName());
        });
    }

    private static DescribedPredicate<JavaMethodCall> sleeps() {
        return DescribedPredicate.describe("sleeps", call -> {
            String owner = call.getTargetOwner().getName();
            boolean dozes = call.getName().equals("sleep") && SLEEPERS.contains(owner);
            return dozes || (call.getName().startsWith("park") && owner.equals(LockSupport.class.getName()));
        });
    }

    private static DescribedPredicate<JavaCodeUnit> aConstructorOfARecord() {
        return DescribedPredicate.describe(
                "a constructor of a record",
                unit -> unit instanceof JavaConstructor && unit.getOwner().isRecord());
    }

    private static ArchCondition<JavaCodeUnit> takeNone(Set<Class<?>> unwanted) {
        return new ArchCondition<>("take none of " + unwanted) {
            @Override
            public void check(JavaCodeUnit unit, ConditionEvents events) {
                boolean takes = unit.getRawParameterTypes().stream()
                        .anyMatch(parameter -> unwanted.stream().anyMatch(parameter::isEquivalentTo));
                events.add(new SimpleConditionEvent(unit, !takes, unit.getFullName()));
            }
        };
    }

    private static ArchCondition<JavaClass> liveInANullMarkedPackage() {
        return new ArchCondition<>("live in a package with a package-info that is @NullMarked") {
            @Override
            public void check(JavaClass java, ConditionEvents events) {
                boolean marked = java.getPackage().tryGetPackageInfo().isPresent()
                        && java.getPackage().isAnnotatedWith(NullMarked.class);
                events.add(
                        new SimpleConditionEvent(java, marked, java.getPackageName() + " of " + java.getSimpleName()));
            }
        };
    }
}
