/** An expression that native readers stumble over, and what to write. */
export interface Habit {
  pattern: RegExp;
  write: string;
}

const programs =
  'server|latchkey|client|application|app|browser|program|instance|provider|page|sdk|worker|process|library|proxy|api|endpoint|command|console|query|service|database';

export const habits: Habit[] = [
  { pattern: /\banswer(s|ed|ing)?\b/gi, write: '“response”, “returns”, “responds” or “says”' },
  {
    pattern: /\b(not|never|un|partly) ?served\b|\bserved (in part|or not)\b/gi,
    write: '“not supported”, “not available”',
  },
  { pattern: /\b(leads?|led|leading) to\b/gi, write: '“opens”, “returns to” or “causes”' },
  { pattern: /\bst(ands?|ood) for\b/gi, write: '“means”, “represents”' },
  { pattern: /\b(is|are) (only )?for (the|a|an|people|programs|you)\b/gi, write: 'the plain verb' },
  { pattern: /\bnothing (but|else than)\b/gi, write: '“only”' },
  {
    pattern: /\b(is|are|be|was|were|been|gets?) refused\b/gi,
    write: 'what happens: “fails with E062504”, “Latchkey rejects it”, “stops working”',
  },
  { pattern: /\b(whoever|whomever|of whom)\b/gi, write: '“users who …”, or two short sentences' },
  { pattern: /\bin (its|their) place\b/gi, write: '“instead”, or two short sentences' },
  { pattern: /\bby no \w+/gi, write: '“cannot … by any”, “not even with”' },
  { pattern: /\b(some|no|every|any)body\b/gi, write: '“users”, “callers”, “someone”, “no one”' },
  { pattern: /\b(no|any) such\b/gi, write: '“not found”, “does not exist”' },
  { pattern: /\bexists? already\b/gi, write: '“already exists”' },
  { pattern: /\b(not|n[’']t|never|no) [^.]{0,40}\bany more\b/gi, write: '“no longer”' },
  { pattern: /\bin the name of (?!the field)/gi, write: '“on behalf of”, “as”' },
  {
    pattern: /\ban? [\w-]+ of (its|their|your|his|our) own\b|\b[\w-]+ of (yours|ours|theirs)\b/gi,
    write: '“its own …”, “your …”',
  },
  { pattern: /\b[eE]-mails?\b/g, write: '“email”' },
  {
    pattern: new RegExp(`\\b(${programs})s? (itself )?(knows?|asks?|tells?|learns?|wants?)\\b`, 'gi'),
    write: '“reads”, “requests”, “reports”, “finds”',
  },
  {
    pattern:
      /\b(colours?|behaviours?|organisations?|organised?|licences?|authoris\w+|recognis\w+|centres?|cancelled|cancelling|favourites?|dialogues?|grey|minimis\w+|maximis\w+|initialis\w+|serialis\w+|normalis\w+|summaris\w+|analyse[sd]?|analysing|whilst|amongst|towards|fulfil|defences?|labelled(?!by)|labelling|signalling|travell\w+|modell\w+|synchronis\w+|customis\w+|optimis\w+|utilis\w+|practise[sd]?|honour\w*|neighbour\w*|favour\w*)\b/gi,
    write: 'the American spelling',
  },
];
