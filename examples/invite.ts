// Invites a user with Latchkey's own client, and finds the email in the development inbox.
// Run: PROJECT_ID=… MANAGEMENT_KEY=… npx node examples/invite.ts [address]
import { createClient } from '../client/client.ts';

const baseUrl = process.env['BASE_URL'] ?? 'http://localhost:8080';
const { management } = createClient({
  projectId: process.env['PROJECT_ID'] ?? '',
  managementKey: process.env['MANAGEMENT_KEY'] ?? '',
  baseUrl,
});

const email = process.argv[2] ?? 'mary@example.com';
const invited = await management.user.invite(email, undefined, undefined, 'Mary Somerville');
if (!invited.ok) {
  console.error(invited.code, invited.error.errorCode, invited.error.errorMessage);
  process.exit(1);
}
console.log(invited.data.loginIds[0], 'is', invited.data.status);

const inbox = await fetch(`${baseUrl}/dev/inbox/messages?to=${encodeURIComponent(email)}&wait=10`);
const { messages } = (await inbox.json()) as { messages: { subject: string; links: string[] }[] };
const mail = messages.at(-1);
console.log('the mail:', mail?.subject);
console.log('accept it:', mail?.links[0]);
