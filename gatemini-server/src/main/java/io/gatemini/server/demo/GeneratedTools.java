package io.gatemini.server.demo;

import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.InProcessTool;
import io.gatemini.spi.BackendTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A thousand tools as companies have them: 25 services, each with eight verbs for five things. They
 * answer that they were called.
 */
final class GeneratedTools {
  private static final List<String> SERVICES =
      List.of(
          "billing: invoice payment credit_note subscription tax_rate",
          "crm: contact company deal pipeline activity",
          "support: ticket macro satisfaction_survey queue escalation",
          "hr: employee leave_request payslip review position",
          "recruiting: candidate interview offer vacancy scorecard",
          "warehouse: item bin shipment pallet stock_count",
          "shop: order cart coupon product return",
          "marketing: campaign audience newsletter landing_page segment",
          "analytics: dashboard report metric funnel cohort",
          "storage: bucket object snapshot volume lifecycle_rule",
          "compute: instance image autoscaling_group key_pair placement",
          "network: subnet firewall_rule load_balancer dns_record peering",
          "database: cluster backup replica user migration",
          "queueing: topic consumer message schema dead_letter",
          "identity: group role policy access_key session",
          "ci: build pipeline_run artifact runner secret",
          "source: repository branch pull_request commit release",
          "monitoring: alert probe incident silence on_call_shift",
          "calendar: meeting room attendee reminder holiday",
          "mail: mailbox draft filter signature attachment",
          "chat: channel thread reaction bot pinned_post",
          "documents: page folder template comment version",
          "travel: flight hotel_booking expense visa itinerary",
          "legal: contract clause signature_request matter retention_policy",
          "maps: route geofence place parcel delivery_window");

  private static final List<String> VERBS =
      List.of("list", "get", "create", "update", "delete", "search", "export", "archive");

  private static final Pattern WORDS = Pattern.compile(" ");

  private static final String SCHEMA =
      """
      {"type": "object", "required": ["%1$s_id"], "properties": {
        "%1$s_id": {"type": "string", "description": "Identifier of the %2$s."},
        "fields": {"type": "array", "items": {"type": "string"}, "description": "Which fields to return."},
        "page": {"type": "integer", "description": "Page of the answer, beginning with 1."}}}""";

  private GeneratedTools() {}

  /** Adds the services. */
  static GatewayBuilder addTo(GatewayBuilder builder) {
    for (String service : SERVICES) {
      String name = service.substring(0, service.indexOf(':'));
      List<InProcessTool> tools = new ArrayList<>();
      for (String thing : WORDS.splitAsStream(service.substring(name.length() + 2)).toList()) {
        VERBS.forEach(verb -> tools.add(tool(name, verb, thing)));
      }
      builder.backend(
          name, BackendConfig.inProcess().description("the " + name + " service").tools(tools));
    }
    return builder;
  }

  private static InProcessTool tool(String service, String verb, String thing) {
    String words = thing.replace('_', ' ');
    String description =
        "%s%s a %s of the %s service. Fails where the caller may not see it."
            .formatted(Character.toUpperCase(verb.charAt(0)), verb.substring(1), words, service);
    BackendTool tool =
        BackendTool.of(
            verb + "_" + thing, description, RawJson.parse(SCHEMA.formatted(thing, words)).tree());
    return new InProcessTool(tool, args -> Map.of("done", verb + " " + words));
  }
}
