import { checkSamlLimits } from './limits.ts';

const tagName = /<[^\s/>]+/y;
const attribute = /[ \t\r\n]+([^\s=]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')/y;

/**
 * Which of our requests a response claims to answer, so that the caller can look that request up. Nobody vouches
 * for it yet: `verifyResponse` compares it with the request found. Cheap, because nothing is parsed.
 */
export function claimedRequestId(input: string | Buffer): string | undefined {
  const xml = checkSamlLimits(input);
  tagName.lastIndex = rootStart(xml);
  tagName.exec(xml);
  attribute.lastIndex = tagName.lastIndex;
  for (let found = attribute.exec(xml); found; found = attribute.exec(xml))
    if (found[1] === 'InResponseTo') return found[2] ?? found[3];
  return undefined;
}

/** Behind the XML declaration and comments; the document is known to be well-formed. */
function rootStart(xml: string): number {
  let at = xml.indexOf('<');
  while (xml[at + 1] === '?' || xml[at + 1] === '!') {
    const end = xml[at + 1] === '?' ? '?>' : '-->';
    at = xml.indexOf('<', xml.indexOf(end, at));
  }
  return at;
}
