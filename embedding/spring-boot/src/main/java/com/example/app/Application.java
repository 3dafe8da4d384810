package com.example.app;

import com.example.agent.Agent;
import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.audit.store.AuditStore;
import java.io.IOException;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;

/** An application whose agent keeps its log in the application's database. */
@SpringBootApplication
public class Application {
    /** The agent, closed with the application. */
    @Bean
    Agent agent(
            @Value("${agent.connector}") Path connector,
            @Value("${agent.home}") Path home,
            @Value("${spring.datasource.url}") String url,
            @Value("${spring.datasource.username}") String user)
            throws IOException {
        return new Agent(
                connector, Airlock.builder().home(home).audit(AuditStore.at(url, user, "")));
    }

    /** Calls the connector, and counts its own rows and the log's. */
    @Bean
    CommandLineRunner call(Agent agent, JdbcTemplate database) {
        return args -> {
            System.out.println("The capital is " + agent.capital());
            System.out.println("orders: " + database.queryForObject("SELECT count(*) FROM orders", Long.class));
            System.out.println(
                    "log: " + database.queryForObject("SELECT count(*) > 0 FROM airlock.audit_record", Boolean.class));
        };
    }

    /** Starts it. */
    public static void main(String[] args) {
        SpringApplication.run(Application.class, args);
    }
}
