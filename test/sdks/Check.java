import com.descope.client.Config;
import com.descope.client.DescopeClient;
import com.descope.sdk.auth.AuthenticationService;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads tokens from standard input, and prints which of them the SDK accepts. It has no option for the audience. */
public class Check {
  interface Call {
    void run() throws Exception;
  }

  static boolean works(Call call) {
    try {
      call.run();
      return true;
    } catch (Exception refused) {
      return false;
    }
  }

  public static void main(String[] arguments) throws Exception {
    ObjectMapper json = new ObjectMapper();
    JsonNode given = json.readTree(System.in);
    AuthenticationService service =
        new DescopeClient(
                Config.builder()
                    .projectId(given.get("projectId").asText())
                    .descopeBaseUrl(given.get("baseUrl").asText())
                    .build())
            .getAuthenticationServices()
            .getAuthService();
    Map<String, List<Boolean>> accepted = new LinkedHashMap<>();
    given
        .get("tokens")
        .fields()
        .forEachRemaining(
            token ->
                accepted.put(
                    token.getKey(),
                    List.of(works(() -> service.validateSessionWithToken(token.getValue().asText())))));
    boolean refreshed = works(() -> service.refreshSessionWithToken(given.get("refreshJwt").asText()));
    System.out.println(json.writeValueAsString(Map.of("accepted", accepted, "refreshed", refreshed)));
  }
}
