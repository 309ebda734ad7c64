package com.example.matrix;

import com.example.spring.Application;
import io.gatemini.Gateway;

/** Spring AI in an application of Spring Boot, with a gateway of its own. */
final class Framework {
  private Framework() {}

  static void use(Gateway gateway) {
    Application.main(new String[0]);
  }
}
