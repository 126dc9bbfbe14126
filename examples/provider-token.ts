// Fetches a user's token for an OAuth provider with Latchkey's own client.
// Run: PROJECT_ID=… MANAGEMENT_KEY=… npx node examples/provider-token.ts <loginId> <provider>
import { createClient } from '../client/client.ts';

const [loginId = 'alice@demo.example', provider = 'simulator'] = process.argv.slice(2);

const { management } = createClient({
  projectId: process.env['PROJECT_ID'] ?? '',
  managementKey: process.env['MANAGEMENT_KEY'] ?? '',
  baseUrl: process.env['BASE_URL'] ?? 'http://localhost:8080',
});

const token = await management.user.getProviderToken(loginId, provider);
if (!token.ok) {
  // Each reason why there is no token has its own code.
  console.error(token.code, token.error.errorCode, token.error.errorMessage);
  process.exit(1);
}
const { providerUserId, scopes, expiration, accessToken } = token.data;
console.log(`${providerUserId} at ${provider}, for ${scopes.join(' ')}`);
console.log(
  'valid until',
  expiration ? new Date(expiration * 1000).toISOString() : 'the provider revokes it',
);
console.log(accessToken);
