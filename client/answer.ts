import { now } from './clock.ts';
import { type Failed, type Failure, noAnswer, type Result } from './result.ts';

/** The part of the response that a call returns. */
export interface Expected {
  /** The field that becomes `data`. Absent: the whole response. */
  returns?: string;
  /** `data` is undefined. */
  returnsNothing?: boolean;
  /** The whole response is a list. */
  returnsList?: boolean;
}

export function readAnswer<T>(response: Response, text: string, expected: Expected): Result<T> {
  // Browsers hide the target of a redirect, and even its status.
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    const target = response.headers.get('location') ?? 'another address';
    return noAnswer(
      'unreadable',
      `The service redirected the request to ${target}. Set baseUrl to the address of the service`,
    );
  }
  if (!response.ok) return refusal(response, parse(text, false));
  const { returns, returnsNothing, returnsList = false } = expected;
  const body = parse(text, returnsList);
  if (!body) return noAnswer('unreadable', `The response is not JSON: ${describe(response)}`);
  if (returnsNothing) return { ok: true, code: response.status, data: undefined as T };
  const data = returns === undefined ? body : body[returns];
  if (data === undefined) return noAnswer('unreadable', `The response has no field ${returns}`);
  return { ok: true, code: response.status, data: data as T };
}

/** A gateway may refuse in its own format: keep its status, ignore its text. */
function refusal(response: Response, body: Record<string, unknown> | undefined): Failed {
  const code = response.status;
  const error: Failure =
    typeof body?.['errorCode'] === 'string'
      ? {
          errorCode: body['errorCode'],
          errorDescription: textOf(body['errorDescription']),
          errorMessage: textOf(body['errorMessage']),
          ...detailsOf(body),
        }
      : noAnswer('unreadable', `The refusal does not come from the service: ${describe(response)}`).error;
  const retryAfter = code === 429 ? retryAfterSeconds(response.headers.get('retry-after')) : undefined;
  return { ok: false, code, error: retryAfter === undefined ? error : { ...error, retryAfter } };
}

/** Returns the further fields of a refusal, which only some errors have. */
function detailsOf(body: object): { details?: Record<string, unknown> } {
  const known = ['errorCode', 'errorDescription', 'errorMessage'];
  const more = Object.entries(body).filter(([name]) => !known.includes(name));
  return more.length > 0 ? { details: Object.fromEntries(more) } : {};
}

/** RFC 9110 §10.2.3: seconds or a date. */
function retryAfterSeconds(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const seconds = Math.ceil((Date.parse(header) - now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Returns an object, or a list when `wantsList` is set. */
function parse(text: string, wantsList: boolean): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isWanted = typeof value === 'object' && value !== null && Array.isArray(value) === wantsList;
    return isWanted ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function describe(response: Response): string {
  return `status ${response.status}, content type ${response.headers.get('content-type') ?? 'not given'}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
