const tagName = /<[^\s/>]+/y;
const attribute = /[ \t\r\n]+([^\s=]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')/y;

/** The root element of every real message begins and ends within this length. */
const headLength = 4_096;

/**
 * Returns the ID of the request that a response claims to answer, so that the caller can find that request. It
 * is unverified: `verifyResponse` compares it with the request found. Reads only the start of the text, because
 * this happens before any check, and on the event loop.
 */
export function claimedRequestId(xml: string): string | undefined {
  const head = xml.slice(0, headLength);
  const start = rootStart(head);
  if (start === undefined) return undefined;
  tagName.lastIndex = start;
  tagName.exec(head);
  attribute.lastIndex = tagName.lastIndex;
  for (let found = attribute.exec(head); found; found = attribute.exec(head))
    if (found[1] === 'InResponseTo') return found[2] || found[3] || undefined;
  return undefined;
}

/** Skips the XML declaration and comments. Returns `undefined` when no element follows. */
function rootStart(head: string): number | undefined {
  let at = head.indexOf('<');
  while (at >= 0 && (head.startsWith('<?', at) || head.startsWith('<!--', at))) {
    const closing = head[at + 1] === '?' ? '?>' : '-->';
    const end = head.indexOf(closing, at);
    at = end < 0 ? -1 : head.indexOf('<', end);
  }
  return at < 0 ? undefined : at;
}
