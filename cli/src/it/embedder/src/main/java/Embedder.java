import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.CallRequest;
import dev.airlock.runtime.CallResult;
import dev.airlock.runtime.HostedConnector;
import java.nio.file.Path;

public final class Embedder {
    public static void main(String[] args) throws Exception {
        try (Airlock airlock = Airlock.builder().home(Path.of(args[0])).build()) {
            HostedConnector connector = airlock.load(Path.of(args[1])).orThrow();
            ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("name", "Ada");
            CallResult result = airlock.call(connector, CallRequest.of("greet", arguments));
            result.output().ifPresent(System.out::println);
            result.failure().ifPresent(failure -> System.out.println(failure.message()));
            System.out.println(result.auditId());
        }
    }
}
