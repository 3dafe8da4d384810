package dev.airlock.runtime.oauth;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.server.authorization.client.InMemoryRegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.config.annotation.web.configurers.OAuth2AuthorizationServerConfigurer;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.settings.OAuth2TokenFormat;
import org.springframework.security.oauth2.server.authorization.settings.TokenSettings;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.web.context.ContextLoaderListener;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.filter.DelegatingFilterProxy;

/**
 * Spring Authorization Server on the loopback interface. It requires PKCE and single-use refresh tokens. The person is Ada, who consents to
 * everything. Tests may delay its token endpoint or make it fail.
 */
public final class AuthorizationServer implements AutoCloseable {
    public static final String CLIENT_ID = "airlock-tests";
    public static final String CLIENT_SECRET = "installed-application-secret";
    public static final Duration LIFETIME = Duration.ofMinutes(10);

    private static final String ADA = "ada";

    private final Server server;
    private final AtomicInteger tokenRequests = new AtomicInteger();
    private final HttpClient browser =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();
    private volatile Runnable beforeTokens = () -> {};
    private volatile Optional<Integer> brokenWith = Optional.empty();

    private AuthorizationServer() {
        server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        AnnotationConfigWebApplicationContext context = new AnnotationConfigWebApplicationContext();
        context.register(Config.class);
        ServletContextHandler handler = new ServletContextHandler("/");
        handler.addEventListener(new ContextLoaderListener(context));
        EnumSet<DispatcherType> requests = EnumSet.of(DispatcherType.REQUEST);
        handler.addFilter(new FilterHolder(new Watch()), "/*", requests);
        handler.addFilter(new FilterHolder(new DelegatingFilterProxy("springSecurityFilterChain")), "/*", requests);
        server.setHandler(handler);
    }

    /** Starts a server. */
    public static AuthorizationServer start() {
        AuthorizationServer started = new AuthorizationServer();
        try {
            started.server.start();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return started;
    }

    /** Returns the URL for consent. */
    public URI authorizeUrl() {
        return url("/oauth2/authorize");
    }

    /** Returns the token endpoint. */
    public URI tokenUrl() {
        return url("/oauth2/token");
    }

    /** Returns the device authorization endpoint. */
    public URI deviceUrl() {
        return url("/oauth2/device_authorization");
    }

    /** Simulates a person with a code: opens the page as Ada, enters the code, and agrees. Returns the status of the last page. */
    public int enter(URI page, String code) {
        String form = "user_code=" + URLEncoder.encode(code, StandardCharsets.UTF_8);
        HttpResponse<String> asked = send(HttpRequest.newBuilder(URI.create(page + "?" + form))
                .header("X-Person", ADA)
                .header("Accept", "text/html")
                .build());
        Matcher state = Pattern.compile("name=\"state\" value=\"([^\"]+)\"").matcher(asked.body());
        if (!state.find()) {
            return asked.statusCode();
        }
        String agreed = form + "&client_id=" + CLIENT_ID + "&scope=chat.write&state="
                + URLEncoder.encode(state.group(1), StandardCharsets.UTF_8);
        return send(HttpRequest.newBuilder(page)
                        .header("X-Person", ADA)
                        .header("Accept", "text/html")
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(agreed))
                        .build())
                .statusCode();
    }

    /** Returns the number of token requests. */
    public int tokenRequests() {
        return tokenRequests.get();
    }

    /** Runs an action before each answer of the token endpoint. */
    public void beforeTokens(Runnable action) {
        beforeTokens = action;
    }

    /** Makes the token endpoint answer with a status from now on; empty: normally. */
    public void breakWith(Optional<Integer> status) {
        brokenWith = status;
    }

    /** Simulates a browser: opens a URL as Ada, and follows redirects. Returns the status of the last page. */
    public int browse(URI address) {
        HttpResponse<String> sent = send(HttpRequest.newBuilder(address)
                .header("X-Person", ADA)
                .header("Accept", "text/html")
                .build());
        return sent.headers()
                .firstValue("Location")
                .map(to -> send(HttpRequest.newBuilder(URI.create(to)).build()).statusCode())
                .orElse(sent.statusCode());
    }

    /** Revokes a token; for a refresh token, also the tokens issued with it (RFC 7009). */
    public void revoke(String token) {
        form("/oauth2/revoke", token);
    }

    /** Returns whether a token can be used (RFC 7662). */
    public boolean isActive(String token) {
        return form("/oauth2/introspect", token).contains("\"active\":true");
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private URI url(String path) {
        int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private String form(String path, String token) {
        HttpRequest request = HttpRequest.newBuilder(url(path))
                .header("Authorization", basic(CLIENT_ID + ":" + CLIENT_SECRET))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("token=" + URLEncoder.encode(token, StandardCharsets.UTF_8)))
                .build();
        HttpResponse<String> answer = send(request);
        if (answer.statusCode() != HttpServletResponse.SC_OK) {
            throw new IllegalStateException(path + " answered " + answer.statusCode());
        }
        return answer.body();
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return browser.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    /** Counts token requests, and delays or breaks them. */
    private final class Watch implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            if (((HttpServletRequest) request).getRequestURI().equals("/oauth2/token")) {
                tokenRequests.incrementAndGet();
                beforeTokens.run();
                if (brokenWith.isPresent()) {
                    ((HttpServletResponse) response).sendError(brokenWith.get());
                    return;
                }
            }
            chain.doFilter(request, response);
        }
    }

    /** Logs in every client that claims to be Ada. */
    private static final class Person implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            if (ADA.equals(((HttpServletRequest) request).getHeader("X-Person"))) {
                SecurityContextHolder.getContext()
                        .setAuthentication(UsernamePasswordAuthenticationToken.authenticated(
                                ADA, "", List.of(new SimpleGrantedAuthority("USER"))));
            }
            chain.doFilter(request, response);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableWebSecurity
    static class Config {
        @Bean
        SecurityFilterChain security(HttpSecurity http) throws Exception {
            return http.with(
                            OAuth2AuthorizationServerConfigurer.authorizationServer(),
                            server -> server.deviceAuthorizationEndpoint(Customizer.withDefaults())
                                    .deviceVerificationEndpoint(Customizer.withDefaults()))
                    .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .csrf(csrf -> csrf.disable())
                    .addFilterAfter(new Person(), SecurityContextHolderFilter.class)
                    .build();
        }

        @Bean
        RegisteredClientRepository clients() {
            return new InMemoryRegisteredClientRepository(RegisteredClient.withId("1")
                    .clientId(CLIENT_ID)
                    .clientSecret("{noop}" + CLIENT_SECRET)
                    .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                    .authorizationGrantTypes(types -> types.addAll(List.of(
                            AuthorizationGrantType.AUTHORIZATION_CODE,
                            AuthorizationGrantType.REFRESH_TOKEN,
                            AuthorizationGrantType.DEVICE_CODE)))
                    .redirectUri("http://127.0.0.1/callback")
                    .scope("chat.write")
                    .clientSettings(
                            ClientSettings.builder().requireProofKey(true).build())
                    .tokenSettings(TokenSettings.builder()
                            .accessTokenFormat(OAuth2TokenFormat.REFERENCE)
                            .accessTokenTimeToLive(LIFETIME)
                            .reuseRefreshTokens(false)
                            .build())
                    .build());
        }

        @Bean
        AuthorizationServerSettings settings() {
            return AuthorizationServerSettings.builder().build();
        }
    }
}
