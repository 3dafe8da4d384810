package com.example.app;

import com.example.agent.Agent;
import dev.airlock.runtime.Airlock;
import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** An application that has its agent injected. */
@Factory
public class Application {
    /** The agent, closed with the application. */
    @Bean(preDestroy = "close")
    @Singleton
    Agent agent(@Value("${agent.connector}") String connector, @Value("${agent.home}") String home) throws IOException {
        return new Agent(Path.of(connector), Airlock.builder().home(Path.of(home)));
    }

    /** Starts it: {@code Application FOLDER HOME}. */
    public static void main(String[] args) {
        Map<String, Object> settings = Map.of("agent.connector", args[0], "agent.home", args[1]);
        try (ApplicationContext context = ApplicationContext.run(settings)) {
            System.out.println("The capital is " + context.getBean(Agent.class).capital());
        }
    }
}
