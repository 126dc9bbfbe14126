import type { ServiceContext } from '../../../core/context.ts';
import type { SealedEvent } from '../audit/read-chain.ts';

/** The content type of several events in the JSON format of CloudEvents 1.0. */
export const batchType = 'application/cloudevents-batch+json; charset=utf-8';

/** An event in the JSON format of CloudEvents 1.0, and what other formats say about it in their headers. */
export interface CloudEvent {
  json: string;
  action: string;
  severity: SealedEvent['severity'];
  occurredAt: number;
  /** Absent in a test. */
  sequence?: number;
}

/** Fields without a value are left out. */
export function toCloudEvent({ baseUrl }: Pick<ServiceContext, 'baseUrl'>, event: SealedEvent): CloudEvent {
  const { projectId, id, sequence, previousHash, hash, occurredAt, action, severity } = event;
  const { actorType, actorId, actingAs, userId, tenantId, method, device, remoteAddress } = event;
  const json = JSON.stringify({
    ...envelope(baseUrl, { projectId, id, action, occurredAt }),
    ...(userId && { subject: userId }),
    // The extension `sequence` of CloudEvents is text.
    sequence: String(sequence),
    data: {
      projectId,
      sequence,
      action,
      severity,
      actor: filled({ type: actorType, id: actorId }),
      ...filled({ actingAs, userId, tenantId, method, device, remoteAddress }),
      details: JSON.parse(event.data) as unknown,
      ...filled({ previousHash: previousHash ?? '', hash: hash ?? '' }),
    },
  });
  return { json, action, severity, occurredAt, sequence };
}

/** Returns an event that no log has, and that tells the receiver so by its type. */
export function testEvent(
  { baseUrl }: Pick<ServiceContext, 'baseUrl'>,
  { projectId, id, occurredAt }: { projectId: string; id: string; occurredAt: number },
): CloudEvent {
  const action = 'test';
  const data = { projectId, details: { message: 'A test of the audit stream' } };
  const json = JSON.stringify({ ...envelope(baseUrl, { projectId, id, action, occurredAt }), data });
  return { json, action, severity: 'info', occurredAt };
}

function envelope(
  baseUrl: string,
  { projectId, id, action, occurredAt }: Pick<SealedEvent, 'projectId' | 'id' | 'action' | 'occurredAt'>,
) {
  return {
    specversion: '1.0',
    id,
    source: `${baseUrl}/v1/apps/${projectId}`,
    type: `latchkey.audit.${action}`,
    time: new Date(occurredAt).toISOString(),
    datacontenttype: 'application/json',
  };
}

function filled(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}
