package io.gatemini.internal.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** The documents of the questions about answers that no package has; always the same. */
final class GeneratedDocuments {
  private static final String[] NAMES = {
    "basket", "checkout", "catalog", "invoice", "shipping", "search", "profile", "newsletter"
  };
  private static final String[] LOG = {
    "INFO  [http-%d] GET /api/%s/%d 200 in %d ms",
    "INFO  [http-%d] POST /api/%s/%d 201 in %d ms",
    "DEBUG [pool-%d] %s returned connection %d after %d ms",
    "INFO  [sched-%d] cache of %s refreshed, %d entries in %d ms",
    "WARN  [http-%d] slow query in %s: %d rows in %d ms",
    "INFO  [mq-%d] %s message %d processed in %d ms"
  };
  private static final String[] LOG_EVENTS = {
    "ERROR [db-2] could not acquire a connection within 30000 ms (active=50, idle=0, waiting=112)",
    "WARN  [auth-1] 8 failed sign-in attempts for user r.meyer from 203.0.113.77, account locked",
    "WARN  [tls-1] certificate of api.partner.example expires in 6 days",
    "WARN  [disk-1] volume /var/lib/data is 97 % full, 3.1 GB left",
    "ERROR [http-7] request failed\njava.lang.IllegalStateException: document could not be made\n"
        + "\tat com.acme.web.DocumentController.get(DocumentController.java:88)\n"
        + "\tat com.acme.web.Dispatcher.run(Dispatcher.java:41)\n"
        + "Caused by: java.lang.NullPointerException: \"address\" is null\n"
        + "\tat com.acme.billing.InvoicePdf.render(InvoicePdf.java:214)\n\t... 12 more",
    "ERROR [cron-1] backup to s3://acme-archive aborted after 2 of 14 tables",
    "WARN  [master] worker 3 killed: resident set 2.1 GB exceeds 2 GB",
    "WARN  [mq-2] delivery to mail.partner.example postponed, greylisted",
    "ERROR [http-2] upload of 48 MB refused, the limit is 20 MB",
    "INFO  [deploy] release 4.11.2 rolled out on 6 of 6 nodes"
  };
  private static final String[] BIG_LOG_EVENTS = {
    "ERROR [pay-1] order 771203 charged twice, second charge reversed",
    "ALERT [power] mains lost in rack 14, running on battery",
    "ERROR [img-7] java.lang.OutOfMemoryError: Java heap space in thumbnailer 7",
    "WARN  [dns] lookup of cdn.partner.example took 8 s"
  };
  private static final String[] ISSUES = {
    "Export of invoices as PDF drops the second page",
    "Screen readers skip the buttons of the checkout",
    "Reports shift by one hour in the Lisbon time zone",
    "Location is polled every second and the battery is empty by noon",
    "Coupon is subtracted twice when the basket is reloaded",
    "Order history shows the orders of a different customer after switching accounts",
    "Typing in the search field loses letters on slow devices",
    "Photos are uploaded upside down"
  };
  private static final String[] PARAGRAPHS = {
    "Batteries carry a warranty of 24 months or 800 charge cycles, whichever comes first.",
    "Unused goods are taken back within 30 days, and the purchase price is refunded.",
    "E-bikes are rented to persons of at least 16 years who wear a helmet.",
    "Parking is free for visitors on deck C, entrance Mill Lane.",
    "Instalments over 6, 12 or 18 months are offered from a total of 400 euros.",
    "A first inspection after 300 kilometres is included with each new bicycle.",
    "Children under ten ride along on a seat that we mount without charge."
  };
  private static final String[] PARTS = {"frame", "saddle", "brake", "chain", "light", "pedal"};
  private static final String[] WORDS = {"steel", "city", "touring", "light", "classic", "robust"};

  private GeneratedDocuments() {}

  static String of(String name) {
    return switch (name) {
      case "log" -> log(1_000, LOG_EVENTS);
      case "big-log" -> log(14_500, BIG_LOG_EVENTS);
      case "json" -> json();
      case "html" -> html();
      case "table" -> table();
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static String log(int lines, String[] events) {
    Random random = new Random(lines);
    List<String> log = new ArrayList<>();
    for (int i = 0; i < lines; i++) {
      boolean rare = i % (lines / events.length) == lines / events.length / 2;
      String event =
          rare && i * events.length / lines < events.length
              ? events[i * events.length / lines]
              : LOG[random.nextInt(LOG.length)].formatted(
                  random.nextInt(9),
                  any(NAMES, random),
                  random.nextInt(99_999),
                  random.nextInt(900));
      log.add(
          "2026-03-%02dT%02d:%02d:%02dZ "
                  .formatted(1 + i * 27 / lines, i * 24L / lines, i / 60 % 60, i % 60)
              + event);
    }
    return String.join("\n", log);
  }

  private static String json() {
    Random random = new Random(3);
    List<String> items = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      boolean rare = i % 25 == 12;
      String title =
          rare
              ? ISSUES[i / 25]
              : "Page %s is slow with %d entries"
                  .formatted(any(NAMES, random), random.nextInt(999));
      items.add(
          """
          {"id":%d,"title":"%s","state":"%s","labels":["%s","p%d"],"author":{"login":"user%d",\
          "id":%d},"comments":%d,"body":"Seen in the %s of the %s shop, version 4.%d. It happens \
          each time after the %s was opened. Expected: as in the release before."}"""
              .formatted(
                  4_000 + i,
                  title,
                  random.nextBoolean() ? "open" : "closed",
                  any(NAMES, random),
                  random.nextInt(4),
                  random.nextInt(60),
                  random.nextInt(9_999),
                  random.nextInt(30),
                  any(NAMES, random),
                  any(WORDS, random),
                  random.nextInt(12),
                  any(NAMES, random)));
    }
    return "{\"total\":200,\"items\":[" + String.join(",", items) + "]}";
  }

  private static String html() {
    Random random = new Random(4);
    StringBuilder page = new StringBuilder("<!doctype html>\n<html><head><title>Wheels</title>\n");
    page.append("<style>.card{border:1px solid #ccc}</style></head>\n<body>\n<nav><ul>\n");
    for (String name : NAMES) {
      page.append("<li><a href=\"/").append(name).append("\">").append(name).append("</a></li>\n");
    }
    page.append("</ul></nav>\n");
    for (int i = 0; i < 210; i++) {
      String words = any(WORDS, random) + " " + any(PARTS, random);
      page.append(
          """
          <div class="card"><h3>The %s %d</h3>
            <p>A %s for %s bicycles, %d grams, in %d colours. Delivered in %d days.</p>
            <a class="button" href="/catalog/%d?ref=list">Put into the basket</a> <b>%d.90</b>
          </div>
          """
              .formatted(
                  words,
                  i,
                  words,
                  any(WORDS, random),
                  100 + random.nextInt(900),
                  1 + random.nextInt(6),
                  1 + random.nextInt(9),
                  i,
                  10 + random.nextInt(90)));
      if (i % 30 == 15) {
        page.append("<section>\n<p>").append(PARAGRAPHS[i / 30]).append("</p>\n</section>\n");
      }
    }
    return page.append("</body></html>\n").toString();
  }

  private static String table() {
    Random random = new Random(5);
    String[] remarks = {
      "probe defective since 14 March", "gauge iced over, values estimated",
      "moved 40 m north, series restarted", "mast repainted"
    };
    List<String> rows = new ArrayList<>();
    rows.add("station,altitude_m,temperature_c,rain_mm,wind_kmh,observer,remark");
    for (int i = 0; i < 1_200; i++) {
      String town = i == 700 ? "Zermatt,1638" : "Town%d,%d".formatted(i, random.nextInt(2_000));
      String remark = i % 300 == 150 ? remarks[i / 300] : random.nextInt(5) == 0 ? "calm" : "";
      rows.add(
          "%s,%d.%d,%d,%d,observer%d,%s"
              .formatted(
                  town,
                  random.nextInt(30),
                  random.nextInt(10),
                  random.nextInt(40),
                  random.nextInt(60),
                  random.nextInt(40),
                  remark));
    }
    return rows.stream().collect(Collectors.joining("\n", "", "\n"));
  }

  private static String any(String[] of, Random random) {
    return of[random.nextInt(of.length)];
  }
}
