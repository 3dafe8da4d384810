package dev.airlock.cli.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class BomTest {
    @Test
    void listsEveryModuleThatIsAJar() throws Exception {
        List<String> jars = texts(CommandRun.ROOT.resolve("pom.xml"), "/project/modules/module").stream()
                .map(module -> CommandRun.ROOT.resolve(module).resolve("pom.xml"))
                .filter(pom -> !texts(pom, "/project/packaging").contains("pom"))
                .filter(pom -> !pom.endsWith("testkit/pom.xml")) // never published
                .map(pom -> texts(pom, "/project/artifactId").get(0))
                .toList();

        Path bom = CommandRun.ROOT.resolve("bom/pom.xml");
        assertThat(jars).contains("airlock-failures", "airlock-cli");
        assertThat(texts(bom, "//dependencyManagement//dependency/artifactId")).hasSameElementsAs(jars);
        assertThat(texts(bom, "//dependencyManagement//dependency/version")).containsOnly("${project.version}");
        assertThat(texts(bom, "/project/version"))
                .isEqualTo(texts(CommandRun.ROOT.resolve("pom.xml"), "/project/version"));
    }

    @Test
    void isBuiltByThePluginsOfTheRoot() {
        Path bom = CommandRun.ROOT.resolve("bom/pom.xml");
        List<String> plugins = texts(bom, "//pluginManagement//plugin/artifactId");

        assertThat(plugins)
                .containsExactlyInAnyOrder(
                        "maven-clean-plugin", "maven-install-plugin", "maven-deploy-plugin", "maven-site-plugin");
        for (String plugin : plugins) {
            String version = "//pluginManagement//plugin[artifactId='" + plugin + "']/version";
            assertThat(texts(bom, version))
                    .as(plugin)
                    .isEqualTo(texts(CommandRun.ROOT.resolve("pom.xml"), version))
                    .hasSize(1);
        }
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
