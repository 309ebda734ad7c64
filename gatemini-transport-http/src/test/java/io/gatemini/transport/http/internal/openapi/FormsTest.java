package io.gatemini.transport.http.internal.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatemini.testing.Table;
import io.gatemini.testing.TestHttpServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies that are not JSON. */
class FormsTest {
  @TempDir static Path directory;

  @Test
  void encodesAForm() throws Exception {
    String document =
        Api.paths(
            """
            /pay:
              post:
                operationId: pay
                requestBody:
                  content:
                    application/x-www-form-urlencoded:
                      encoding:
                        meta: {style: deepObject, explode: true}
                        tags: {style: form, explode: false}
                      schema:
                        type: object
                        properties:
                          amount: {type: integer}
                          note: {type: string}
                          meta: {type: object}
                          tags: {type: array, items: {type: string}}
                          plain: {type: object}
                          list: {type: array, items: {type: string}}
            """);
    try (Api api = new Api(directory, document).started()) {
      assertThat(api.tool("pay").inputSchema().path("properties").has("amount")).isTrue();

      var call =
          api.request("pay", Map.of("amount", 5, "note", "a&b=c ü", "meta", Map.of("k", "v w")));
      assertThat(call.header("Content-Type")).contains("application/x-www-form-urlencoded");
      assertThat(call.body().split("&"))
          .containsExactlyInAnyOrder("amount=5", "note=a%26b%3Dc%20%C3%BC", "meta%5Bk%5D=v%20w");

      assertThat(
              api.request(
                      "pay",
                      Map.of(
                          "tags", List.of("a", "b"),
                          "list", List.of("c", "d"),
                          "plain", Map.of("k", 1)))
                  .body()
                  .split("&"))
          .containsExactlyInAnyOrder("tags=a,b", "list=c", "list=d", "plain=%7B%22k%22%3A1%7D");
    }
  }

  @Test
  void sendsPartsOfAForm() throws Exception {
    String document =
        Api.paths(
            """
            /upload:
              post:
                operationId: upload
                requestBody:
                  required: true
                  content:
                    multipart/form-data:
                      encoding: {photo: {contentType: image/png}}
                      schema:
                        type: object
                        required: [photo]
                        properties:
                          title: {type: string}
                          meta: {type: object}
                          photo: {type: string, format: binary}
            """);
    try (Api api = new Api(directory, document).started()) {
      assertThat(api.tool("upload").inputSchema().at("/properties/photo").toString())
          .isEqualTo("{\"type\":\"string\",\"contentEncoding\":\"base64\"}");

      TestHttpServer.Received request =
          api.request("upload", Map.of("title", "Ü", "meta", Map.of("a", 1), "photo", "AAEC"));

      String boundary =
          request
              .header("Content-Type")
              .orElseThrow()
              .replace("multipart/form-data; boundary=", "");
      assertThat(request.body().split("(\r\n)?--" + boundary + "(--)?\r\n", -1))
          .containsExactlyInAnyOrder(
              "",
              "Content-Disposition: form-data; name=\"title\"\r\n"
                  + "Content-Type: text/plain; charset=UTF-8\r\n\r\nÜ",
              "Content-Disposition: form-data; name=\"meta\"\r\n"
                  + "Content-Type: application/json\r\n\r\n{\"a\":1}",
              "Content-Disposition: form-data; name=\"photo\"; filename=\"photo\"\r\n"
                  + "Content-Type: image/png\r\n\r\n\u0000\u0001\u0002",
              "");

      assertThatThrownBy(() -> api.call("upload", Map.of("photo", "*")))
          .hasMessage("upload: \"photo\" is binary: write its bytes in base64");
    }
  }

  /** Services tell the format of a file by the ending of its name. */
  @Table(
      """
      UklGRiQAAABXQVZFZm10IA==                   | ``       | file.wav  | audio/wav
      SUQzBAAAAAAAAA==                           | ``       | file.mp3  | audio/mpeg
      T2dnUwACAAAAAAAAAAA=                       | ``       | file.ogg  | audio/ogg
      iVBORw0KGgo=                               | ``       | file.png  | image/png
      JVBERi0xLjcK                               | ``       | file.pdf  | application/pdf
      YSxiCjEsMgozLDQKNSw2Cg==                   | t.csv    | t.csv     | text/plain
      YSxiCjEsMgozLDQKNSw2Cg==                   | ``       | file.txt  | text/plain
      AAEC                                       | ``       | file      | application/octet-stream
      AAEC                                       | a"b.bin  | a_b.bin   | application/octet-stream
      data:audio/webm;base64,AAEC                | ``       | file      | audio/webm
      data:audio/webm;name=v.webm;base64,AAEC    | ``       | v.webm    | audio/webm
      data:;base64,iVBORw0KGgo=                  | x.png    | x.png     | image/png
      """)
  void namesFilesByTheirArgumentOrTheirBytes(String bytes, String named, String name, String type)
      throws Exception {
    String document =
        Api.paths(
            """
            /upload:
              post:
                operationId: upload
                requestBody:
                  required: true
                  content:
                    multipart/form-data:
                      schema:
                        type: object
                        required: [file]
                        properties:
                          file: {type: string, format: binary}
            """);
    try (Api api = new Api(directory, document).started()) {
      assertThat(api.tool("upload").inputSchema().at("/properties/file_name/type").asText())
          .isEqualTo("string");

      assertThat(api.request("upload", Map.of("file", bytes, "file_name", named)).body())
          .contains(
              "name=\"file\"; filename=\"" + name + "\"\r\nContent-Type: " + type + "\r\n\r\n");
    }
  }

  @Test
  void sendsBytesThatAreTheWholeBody() throws Exception {
    String document =
        Api.paths(
            "/a: {put: {operationId: a, requestBody: {required: true, content:"
                + " {application/octet-stream: {schema: {type: string, format: binary}}}}}}");
    try (Api api = new Api(directory, document).started()) {
      var request = api.request("a", Map.of("body", "AAEC"));

      assertThat(request.header("Content-Type")).contains("application/octet-stream");
      assertThat(request.body()).isEqualTo("\u0000\u0001\u0002");
    }
  }
}
