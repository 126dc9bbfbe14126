import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../log.ts';
import { outsideSpans } from './current-span.ts';

/** Logs when exports begin to fail and when they work again, and nothing in between. */
export function reportOutages(exporter: SpanExporter, { url, log }: { url: string; log: Log }): SpanExporter {
  const collector = new URL(url).host;
  let isFailing = false;

  function report(error: Error | undefined): void {
    if (isFailing === (error !== undefined)) return;
    isFailing = error !== undefined;
    if (error) log.warn({ collector, reason: reasonOf(error) }, 'traces cannot be exported, and are dropped');
    else log.info({ collector }, 'traces are exported again');
  }

  return {
    // A batch goes out in the middle of the request that completes it.
    export: (spans, done) =>
      outsideSpans(() =>
        exporter.export(spans, (result) => {
          const isDone = result.code === ExportResultCode.SUCCESS;
          report(isDone ? undefined : (result.error ?? new Error('no reason')));
          done(result);
        }),
      ),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

/** An error for several addresses has only a code. */
function reasonOf(error: Error): string {
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name);
}
