/** RFC 5424 §6.2.1. */
export const severities = { error: 3, warn: 4, info: 6 } as const;

/** "log audit" (RFC 5424, table 1). */
export const logAudit = 13;

export interface SyslogMessage {
  facility: number;
  severity: number;
  time: number;
  hostname: string;
  appName: string;
  messageId: string;
  /** The number of the message, for the receiver to notice gaps (RFC 5424 §7.3.1). */
  sequence?: number | undefined;
  /** JSON. */
  content: string;
}

const lastSequenceId = 2_147_483_647;

/**
 * Returns a message in the format of RFC 5424. The content is plain ASCII, with other characters escaped as JSON
 * allows: so it needs no byte order mark, which many receivers would take for a part of the JSON (§6.4).
 */
export function formatMessage(message: SyslogMessage): string {
  const { facility, severity, time, sequence, content } = message;
  const data = sequence === undefined ? '-' : `[meta sequenceId="${sequenceId(sequence)}"]`;
  return [
    `<${facility * 8 + severity}>1`,
    new Date(time).toISOString(),
    name(message.hostname, 255),
    name(message.appName, 48),
    '-',
    name(message.messageId, 32),
    data,
    content.replace(/[\u007f-\uffff]/g, escaped),
  ].join(' ');
}

/** Returns messages as they are sent over TCP: each after its length (octet counting, RFC 6587 §3.4.1, RFC 5425 §4.3). */
export function frame(messages: readonly string[]): string {
  return messages.map((message) => `${Buffer.byteLength(message)} ${message}`).join('');
}

/** The numbers begin again at 1. */
function sequenceId(sequence: number): number {
  return ((sequence - 1) % lastSequenceId) + 1;
}

/** Visible ASCII characters of a limited length; `-` stands for nothing. */
function name(text: string, maxLength: number): string {
  return text.replace(/[^\x21-\x7e]/g, '_').slice(0, maxLength) || '-';
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
