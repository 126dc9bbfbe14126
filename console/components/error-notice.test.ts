import { expect, test } from 'vitest';
import { ApiError } from '../api/failure.ts';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { messageOf } from './error-notice.tsx';
import { loadable } from './loadable.tsx';

const offline = (code: string) =>
  new ApiError(0, { errorCode: code, errorDescription: '', errorMessage: '' });
const messages = sharedMessages.en;

test('a lost connection is named as such, whether a call or the code of a screen does not arrive', async () => {
  const screen = loadable<object>(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  );
  const error = await screen.load().catch((error: unknown) => error);
  for (const failure of [error, offline('network'), offline('timeout')])
    expect(messageOf(failure, messages)).toContain('Check your connection');
  expect(messageOf(new TypeError('x is undefined'), messages)).toBe(messages.errors.unexpected);
});
