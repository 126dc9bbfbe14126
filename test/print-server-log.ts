import { afterEach } from 'vitest';
import { forgetLoggedLines, loggedLines } from './server-log.ts';

// A set-up file, which vitest evaluates again for each test file: its state is in a separate module. Log lines
// of a `beforeAll` belong to the first test after it.
afterEach(({ task }) => {
  const logged = loggedLines();
  forgetLoggedLines();
  if (task.result?.state !== 'fail' || logged === '') return;
  console.log(`The server's log of "${task.name}":\n${logged}`);
});
