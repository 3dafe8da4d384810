package dev.airlock.cli.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class BomTest {
    /** The libraries whose version is that of a BOM. */
    private static final Map<String, String> IMPORTS =
            Map.of("bom", "compiler", "jackson-bom", "jackson-databind", "okhttp-bom", "okhttp-jvm");

    private static final Path BOM = CommandRun.ROOT.resolve("bom/pom.xml");
    private static final String MANAGED = "//dependencyManagement//dependency";
    private static final String OURS = MANAGED + "[groupId='dev.airlock']";

    @Test
    void listsEveryModuleThatIsAJar() {
        List<String> jars =
                published().map(pom -> texts(pom, "/project/artifactId").get(0)).toList();

        assertThat(jars).contains("airlock-failures", "airlock-cli");
        assertThat(texts(BOM, OURS + "/artifactId")).hasSameElementsAs(jars);
        assertThat(texts(BOM, OURS + "/version")).containsOnly("${project.version}");
        assertThat(texts(BOM, "/project/version"))
                .isEqualTo(texts(CommandRun.ROOT.resolve("pom.xml"), "/project/version"));
    }

    @Test
    void everyModuleHasTheNameOfItsPackageOnAModulePath() {
        assertThat(published()).allSatisfy(pom -> {
            String module = pom.getName(pom.getNameCount() - 2).toString();
            assertThat(texts(pom, "/project/properties/airlock.module")).containsExactly("dev.airlock." + module);
        });
    }

    @Test
    void hasAVersionForEveryLibraryThatAPublishedModuleNames() {
        String libraries = "/project/dependencies/dependency[not(scope='test' or scope='provided' or optional='true')]";
        List<String> imported = texts(BOM, MANAGED + "[scope='import']/groupId");
        List<String> managed = texts(BOM, MANAGED + "/artifactId");

        assertThat(published().filter(pom -> !pom.endsWith("cli/pom.xml"))).allSatisfy(pom -> {
            List<String> groups = texts(pom, libraries + "/groupId");
            List<String> artifacts = texts(pom, libraries + "/artifactId");
            for (int i = 0; i < groups.size(); i++) {
                String group = groups.get(i);
                if (imported.stream().noneMatch(group::startsWith)) {
                    assertThat(managed).as(pom.toString()).contains(artifacts.get(i));
                }
            }
        });
    }

    /** The class path of this test has the versions that the root resolves. */
    @Test
    void itsVersionsAreThoseThatThisBuildUses() {
        Map<String, String> used = Stream.of(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(jar -> jar.toString().endsWith(".jar"))
                .filter(jar -> jar.getNameCount() > 3)
                .collect(Collectors.toMap(
                        jar -> jar.getName(jar.getNameCount() - 3).toString(),
                        jar -> jar.getName(jar.getNameCount() - 2).toString(),
                        (one, other) -> one));
        List<String> artifacts = texts(BOM, MANAGED + "[not(groupId='dev.airlock')]/artifactId");
        List<String> versions = texts(BOM, MANAGED + "[not(groupId='dev.airlock')]/version");
        int compared = 0;
        for (int i = 0; i < artifacts.size(); i++) {
            String artifact = artifacts.get(i);
            String version = used.getOrDefault(IMPORTS.getOrDefault(artifact, artifact), "");
            if (!version.isEmpty()) {
                assertThat(versions.get(i)).as(artifact).isEqualTo(version);
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(30);
    }

    @Test
    void isBuiltByThePluginsOfTheRoot() {
        List<String> plugins = texts(BOM, "//pluginManagement//plugin/artifactId");

        assertThat(plugins)
                .containsExactlyInAnyOrder(
                        "maven-clean-plugin", "maven-install-plugin", "maven-deploy-plugin", "maven-site-plugin");
        for (String plugin : plugins) {
            String version = "//pluginManagement//plugin[artifactId='" + plugin + "']/version";
            assertThat(texts(BOM, version))
                    .as(plugin)
                    .isEqualTo(texts(CommandRun.ROOT.resolve("pom.xml"), version))
                    .hasSize(1);
        }
    }

    private static Stream<Path> published() {
        return texts(CommandRun.ROOT.resolve("pom.xml"), "/project/modules/module").stream()
                .map(module -> CommandRun.ROOT.resolve(module).resolve("pom.xml"))
                .filter(pom -> !texts(pom, "/project/packaging").contains("pom"))
                .filter(pom -> !pom.endsWith("testkit/pom.xml")); // never published
    }

    private static List<String> texts(Path pom, String path) {
        try {
            Document document =
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
            NodeList nodes =
                    (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
            return IntStream.range(0, nodes.getLength())
                    .mapToObj(i -> nodes.item(i).getTextContent())
                    .toList();
        } catch (Exception e) {
            throw new AssertionError(pom.toString(), e);
        }
    }
}
