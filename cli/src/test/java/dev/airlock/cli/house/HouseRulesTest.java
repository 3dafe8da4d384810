package dev.airlock.cli.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.airlock.sandbox.offenders.one.One;
import dev.airlock.sandbox.offenders.two.Two;
import java.util.EnumSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class HouseRulesTest {
    @SuppressWarnings("NullAway.Init")
    private static JavaClasses house;

    @BeforeAll
    static void readTheHouse() {
        house = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.airlock");
    }

    @ParameterizedTest
    @EnumSource
    void holds(HouseRules rule) {
        rule.rule().check(house);
    }

    @Test
    void seesEveryModule() {
        for (String module : new String[] {
            "formats",
            "failures",
            "manifests",
            "sandbox",
            "runtime",
            "registry",
            "postgres",
            "upstreams",
            "conformance",
            "cli"
        }) {
            assertThat(house.containPackage("dev.airlock." + module)).as(module).isTrue();
        }
        assertThat(house).hasSizeGreaterThan(200);
    }

    static Stream<Arguments> offenders() {
        return Stream.of(
                offender(
                        HouseRules.FORMATS_DEPENDS_ON_NOTHING_OF_OURS,
                        dev.airlock.formats.offenders.UsesFailures.class),
                offender(
                        HouseRules.FAILURES_DEPENDS_ON_FORMATS_ONLY,
                        dev.airlock.failures.offenders.UsesManifests.class),
                offender(
                        HouseRules.UPSTREAMS_DEPENDS_ON_NOTHING_OF_OURS,
                        dev.airlock.upstreams.offenders.UsesFailures.class),
                offender(
                        HouseRules.MANIFESTS_DEPENDS_ON_WHAT_IS_BELOW_IT_ONLY,
                        dev.airlock.manifests.offenders.UsesSandbox.class),
                offender(
                        HouseRules.SANDBOX_DEPENDS_ON_WHAT_IS_BELOW_IT_ONLY,
                        dev.airlock.sandbox.offenders.UsesUpstreams.class),
                offender(
                        HouseRules.RUNTIME_DEPENDS_ON_WHAT_IS_BELOW_IT_ONLY,
                        dev.airlock.runtime.offenders.UsesUpstreams.class),
                offender(
                        HouseRules.REGISTRY_DEPENDS_ON_WHAT_IS_BELOW_IT_ONLY,
                        dev.airlock.registry.offenders.UsesUpstreams.class),
                offender(
                        HouseRules.ONLY_THE_REGISTRY_NAMES_ITS_ARCHIVE_LIBRARY,
                        dev.airlock.runtime.offenders.NamesTheArchives.class),
                offender(
                        HouseRules.POSTGRES_DEPENDS_ON_WHAT_IS_BELOW_IT_ONLY,
                        dev.airlock.postgres.offenders.UsesUpstreams.class),
                offender(
                        HouseRules.CONFORMANCE_DEPENDS_ON_WHAT_IS_BELOW_IT_ONLY,
                        dev.airlock.conformance.offenders.UsesCommand.class),
                offender(HouseRules.NOTHING_DEPENDS_ON_THE_COMMAND, dev.airlock.runtime.offenders.UsesCommand.class),
                offender(
                        HouseRules.ONLY_THE_ENGINE_PACKAGE_NAMES_THE_ENGINE,
                        dev.airlock.sandbox.offenders.NamesTheEngine.class),
                offender(
                        HouseRules.ONLY_THE_SCHEMA_PACKAGE_NAMES_THE_VALIDATOR,
                        dev.airlock.runtime.offenders.NamesTheValidator.class),
                offender(
                        HouseRules.ONLY_THE_BREAKER_PACKAGE_NAMES_ITS_LIBRARY,
                        dev.airlock.runtime.offenders.NamesTheBreaker.class),
                offender(
                        HouseRules.ONLY_THE_POSTGRES_MODULE_NAMES_POSTGRESQL,
                        dev.airlock.runtime.offenders.NamesPostgresql.class),
                offender(HouseRules.NOBODY_USES_DRIVER_MANAGER, dev.airlock.runtime.offenders.RegistersADriver.class),
                offender(
                        HouseRules.RECOVERY_DOES_NOT_KNOW_THE_AUDIT_LOG,
                        dev.airlock.runtime.recovery.offenders.UsesAudit.class),
                offender(
                        HouseRules.THE_AUDIT_LOG_KNOWS_RECOVERYS_JOURNAL_AND_ITS_VALUES_ONLY,
                        dev.airlock.runtime.audit.offenders.UsesTheEngine.class),
                offender(
                        HouseRules.ONLY_HOST_FUNCTIONS_AND_UPSTREAMS_OPEN_SOCKETS,
                        dev.airlock.sandbox.offenders.OpensASocket.class),
                offender(
                        HouseRules.A_FAILURE_IS_MADE_BY_ITS_OWN_PACKAGE_ONLY,
                        dev.airlock.failures.offenders.Failure.class),
                offender(HouseRules.DETAILS_ARE_READ_BACK_BY_NOBODY, dev.airlock.runtime.offenders.ReadsDetails.class),
                offender(HouseRules.STATIC_FIELDS_ARE_FINAL, dev.airlock.sandbox.offenders.Remembers.class),
                offender(HouseRules.NO_PACKAGES_IN_A_CIRCLE, One.class, Two.class),
                offender(
                        HouseRules.EVERY_PACKAGE_IS_DESCRIBED_AND_NULL_MARKED,
                        dev.airlock.sandbox.offenders.bare.Unmarked.class),
                offender(HouseRules.NO_LOGGING_BELOW_THE_RUNTIME, dev.airlock.sandbox.offenders.Logs.class),
                offender(
                        HouseRules.CHANCE_IS_NOT_LEFT_TO_PREDICTABLE_GENERATORS,
                        dev.airlock.sandbox.offenders.Guesses.class),
                offender(
                        HouseRules.THE_TIME_OF_DAY_IS_READ_BY_THE_CLOCK_ONLY,
                        dev.airlock.sandbox.offenders.LooksAtTheClock.class),
                offender(HouseRules.THERE_IS_ONE_CLOCK_AND_ONE_SLEEPER, dev.airlock.sandbox.offenders.Dozes.class),
                offender(HouseRules.NO_LIBRARY_TAKES_AN_OPTIONAL, dev.airlock.sandbox.offenders.Wavers.class),
                offender(HouseRules.WHAT_THE_JVM_SHARES_IS_INJECTED, dev.airlock.sandbox.offenders.TakesASlot.class),
                offender(HouseRules.STANDARD_STREAMS_BELONG_TO_THE_COMMAND, dev.airlock.sandbox.offenders.Prints.class),
                offender(HouseRules.ONLY_THE_COMMAND_ENDS_THE_PROCESS, dev.airlock.sandbox.offenders.Exits.class));
    }

    @ParameterizedTest
    @MethodSource("offenders")
    void canFail(HouseRules rule, Class<?>[] offenders) {
        JavaClasses imported = new ClassFileImporter().importClasses(offenders);

        assertThat(rule.rule().evaluate(imported).hasViolation()).isTrue();
    }

    @Test
    void hasAnOffenderForEachRule() {
        assertThat(offenders().map(arguments -> arguments.get()[0])).hasSameElementsAs(EnumSet.allOf(HouseRules.class));
    }

    private static Arguments offender(HouseRules rule, Class<?>... classes) {
        return arguments(rule, classes);
    }
}
