package dev.airlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.tools.ActionTools;
import dev.airlock.runtime.actions.tools.ToolCall;
import dev.airlock.runtime.actions.tools.ToolResult;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.upstreams.ScriptedUpstream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A container puts a proxy in front of its objects, for interceptors, scopes and transactions. */
class ContainerProxyTest {
    private final List<String> intercepted = new ArrayList<>();

    @Test
    void aRuntimeAndItsToolsWorkBehindProxies() throws Exception {
        Action action = HostedActions.action("once", HostedActions.post("one", "/a"));
        try (ScriptedUpstream upstream = HostedActions.upstream(HostedActions.WORKS)) {
            Airlock airlock = proxied(
                    Airlock.class,
                    Airlock.builder()
                            .dialer(ScriptedWorld.dialer(upstream))
                            .connectors(HostedActions.connectors())
                            .build());
            HostedConnector errands =
                    airlock.load(HostedActions.CLI.resolve("errands")).orThrow();
            CallResult made = airlock.call(
                    errands,
                    CallRequest.of(
                            "run",
                            HostedActions.json(
                                    "{\"errands\":[{\"method\":\"POST\",\"path\":\"/a\",\"key\":\"header\"}]}")));
            CallResult undone = airlock.reverse(errands, made.auditId(), "a mistake");
            ActionTools tools = proxied(ActionTools.class, airlock.tools(List.of(action)));
            ToolResult result = tools.call(new ToolCall("call_1", "once", "{}"), new Cancellation());

            assertThat(made.output()).isPresent();
            assertThat(undone.output()).isPresent();
            assertThat(result.kind()).isEqualTo(ToolResult.Kind.SUCCEEDED);
            assertThat(tools.definitions()).hasSize(1);
            assertThat(airlock.action(ActionCall.of(action, HostedActions.json("{}")))
                            .outcome())
                    .isInstanceOf(Outcome.Succeeded.class);
            airlock.close();
            assertThatThrownBy(() -> airlock.call(errands, CallRequest.of("run", HostedActions.json("{}"))))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(intercepted)
                .containsExactly("load", "call", "reverse", "tools", "call", "definitions", "action", "close", "call");
    }

    private <T> T proxied(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            intercepted.add(method.getName());
            try {
                return method.invoke(target, args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }
}
