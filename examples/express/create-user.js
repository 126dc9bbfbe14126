// Creates a user with a password, through the management API.
import { latchkey } from './latchkey.js';

const [loginId, password] = process.argv.slice(2);
if (!loginId || !password) {
  console.error('Usage: node create-user.js EMAIL PASSWORD');
  process.exit(2);
}

const created = await latchkey.management.user.create({ loginId, email: loginId, password });
if (!created.ok) {
  console.error(created.error.errorCode, created.error.errorMessage);
  process.exit(1);
}
console.log(`Created ${loginId} with the ID ${created.data.userId}`);
