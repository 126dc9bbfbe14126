import { parentPort } from 'node:worker_threads';
import { giveWayToEventLoop } from '../../../../core/thread-priority.ts';
import { SamlError } from '../../../../protocols/saml/error.ts';
import { verifyResponse } from '../../../../protocols/saml/response.ts';
import type { VerifiedResponse, VerifyResponseInput } from '../../../../protocols/saml/verification.ts';

/** A worker's answer. A refusal is plain data, because class instances cannot be passed between threads. */
export type VerificationAnswer =
  | { verified: VerifiedResponse }
  | { refused: { kind: string; reason: string; isUnknownKey?: boolean } };

giveWayToEventLoop();
parentPort?.on('message', (input: VerifyResponseInput) => {
  try {
    parentPort?.postMessage({ output: answer(input) });
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});

function answer(input: VerifyResponseInput): VerificationAnswer {
  try {
    return { verified: verifyResponse(input) };
  } catch (error) {
    if (error instanceof SamlError) {
      const { kind, reason, isUnknownKey } = error;
      return { refused: { kind, reason, isUnknownKey } };
    }
    throw error;
  }
}
