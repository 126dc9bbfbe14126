import { afterEach } from 'vitest';
import { forgetLoggedLines, loggedLines } from './server-log.ts';

// A set-up file, which vitest evaluates anew for each test file: what it keeps is in a module of its own. What a
// `beforeAll` logs belongs to the first test after it.
afterEach(({ task }) => {
  const logged = loggedLines();
  forgetLoggedLines();
  if (task.result?.state !== 'fail' || logged === '') return;
  console.log(`The server's log of "${task.name}":\n${logged}`);
});
