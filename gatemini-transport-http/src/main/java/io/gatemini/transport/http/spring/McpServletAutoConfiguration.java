package io.gatemini.transport.http.spring;

import io.gatemini.Gateway;
import io.gatemini.transport.http.server.McpServlet;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * The endpoint of the application's gateway, where the property {@code gatemini.http.path} says the
 * path. It is open as long as the gateway is.
 */
@AutoConfiguration(afterName = "io.gatemini.springai.GatewayAutoConfiguration")
@ConditionalOnClass(ServletRegistrationBean.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnProperty("gatemini.http.path")
@ConditionalOnBean(Gateway.class)
public final class McpServletAutoConfiguration {
  McpServletAutoConfiguration() {}

  @Bean
  ServletRegistrationBean<McpServlet> gateminiMcpServlet(Gateway gateway, Environment environment) {
    McpServlet servlet = McpServlet.create();
    gateway.expose(servlet);
    var mounted =
        new ServletRegistrationBean<>(
            servlet, environment.getRequiredProperty("gatemini.http.path"));
    mounted.setName("gateminiMcpServlet");
    mounted.setAsyncSupported(true);
    return mounted;
  }
}
