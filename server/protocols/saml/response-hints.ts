const tagName = /<[^\s/>]+/y;
const attribute = /[ \t\r\n]+([^\s=]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')/y;

/** Where a root element begins and ends in any message that somebody sends in earnest. */
const headLength = 4_096;

/**
 * Which of our requests a response claims to answer, so that the caller can look that request up. Nobody vouches
 * for it yet: `verifyResponse` compares it with the request found. Only the start of the text is looked at, because
 * this happens before anything is known of it, and on the event loop.
 */
export function claimedRequestId(xml: string): string | undefined {
  const head = xml.slice(0, headLength);
  const start = rootStart(head);
  if (start === undefined) return undefined;
  tagName.lastIndex = start;
  tagName.exec(head);
  attribute.lastIndex = tagName.lastIndex;
  for (let found = attribute.exec(head); found; found = attribute.exec(head))
    if (found[1] === 'InResponseTo') return found[2] ?? found[3];
  return undefined;
}

/** Behind the XML declaration and comments; `undefined` when nothing like an element follows. */
function rootStart(head: string): number | undefined {
  let at = head.indexOf('<');
  while (at >= 0 && (head.startsWith('<?', at) || head.startsWith('<!--', at))) {
    const closing = head[at + 1] === '?' ? '?>' : '-->';
    const end = head.indexOf(closing, at);
    at = end < 0 ? -1 : head.indexOf('<', end);
  }
  return at < 0 ? undefined : at;
}
