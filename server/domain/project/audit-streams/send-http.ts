import type { ServiceContext } from '../../../core/context.ts';
import { wordsOf } from '../../../delivery/answer.ts';
import { DeliveryError } from '../../../delivery/delivery-error.ts';
import { secretFormsOf } from '../../../delivery/request-headers.ts';
import { longEnough, withCleanText } from '../../../delivery/response-text.ts';
import { signatureHeaders } from '../../../delivery/webhook/sign.ts';
import type { HttpReceiver } from './audit-stream.ts';
import type { Batch } from './batch.ts';
import { batchType } from './cloud-event.ts';

/** Less than a claim, so that a batch is confirmed before another instance may send it. */
const timeoutMs = 15_000;
const maxAnswerBytes = 64 * 1024;

/** Posts a batch. A 2xx response confirms it; everything else is a failure that is tried again. */
export function sendOverHttp(ctx: ServiceContext, receiver: HttpReceiver, batch: Batch): Promise<string> {
  return withCleanText(longEnough(secretFormsOf(receiver.headers)), async () => {
    const body = `[${batch.events.map(({ json }) => json).join()}]`;
    const response = await ctx.fetch(receiver.url, {
      method: 'POST',
      headers: {
        ...receiver.headers,
        'content-type': batchType,
        ...signatureHeaders(receiver.secret, { id: batch.id, now: ctx.now(), body }),
      },
      body,
      timeoutMs,
      maxBytes: maxAnswerBytes,
    });
    if (response.status >= 200 && response.status < 300) return wordsOf(response);
    throw new DeliveryError(wordsOf(response));
  });
}
