import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorded, RecordedEvent } from './events.ts';
import type { Request } from './load.ts';
import { deriveRecipe, difference, type Recipe } from './recipe.ts';
import type { Variables } from './variables.ts';

/** A request and its values, some of which only the response reveals. */
export interface Sample {
  request: Request;
  variables(answer: string): Variables;
}

/** Samples of each kind. After the first, one more may reload a setting. */
export const sampleCount = 4;

/** Records the work of one kind of request, from two that differ in everything that can differ. */
export async function recordRecipe(baseUrl: string, file: string, samples: Sample[]): Promise<Recipe> {
  const recorded: Recorded[] = [];
  for (const sample of samples) {
    writeFileSync(file, '');
    const answer = await send(baseUrl, sample.request);
    // Work after the response, such as a checkpoint, does not belong to the request.
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const events = lines
      .filter(Boolean)
      .map((line) => JSON.parse(line) as RecordedEvent)
      .filter(isOfEach);
    recorded.push({ events, variables: sample.variables(answer), answer });
    await sleep(20);
  }
  // The first sample found empty caches.
  const [one, two, three] = recorded.slice(1) as [Recorded, Recorded, Recorded];
  const [first, second] = difference(one, two)
    ? difference(two, three)
      ? [one, three]
      : [two, three]
    : [one, two];
  return deriveRecipe(first, second);
}

/** The server caches these in memory and reloads them every few seconds (`core/cache.ts`). */
const kept = /^select .* from "(projects|signingKeys|customAttributes|webhooks)" /;

function isOfEach(event: RecordedEvent): boolean {
  return event.kind !== 'statement' || !kept.test(event.sql);
}

export async function send(baseUrl: string, { method, path, headers, body }: Request): Promise<string> {
  const response = await fetch(`${baseUrl}${path}`, { method, headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text;
}
