import type { PageFactor } from '../page-factor.ts';
import type { Problem, ProblemName } from '../problems.ts';

/** All texts of the hosted pages. */
export interface Texts {
  signIn: { title(project: string): string; loginId: string; next: string; signUp: string };
  signUp: { title(project: string): string; loginId: string; name: string; next: string; signIn: string };
  account: { change: string };
  password: {
    title: string;
    newTitle: string;
    label: string;
    newLabel: string;
    oldLabel: string;
    show: string;
    submit: string;
    create: string;
    replaceTitle: string;
    replaceLead: string;
    replace: string;
    forgot: string;
    atLeast(characters: number): string;
    needs: Record<'lowercase' | 'uppercase' | 'number' | 'nonAlphanumeric', string>;
    why(reason: string): string;
  };
  code: {
    title: string;
    sentBy: Record<'email' | 'sms', string>;
    label: string;
    submit: string;
    again: string;
  };
  link: { title: string; lead: string; again: string };
  totp: { title: string; lead: string; submit: string };
  enrol: {
    title: string;
    lead: string;
    qr: string;
    key: string;
    label: string;
    submit: string;
    later: string;
  };
  sso: { title: string; lead: string; go: string };
  oauth: { title: string; lead: string; go(provider: string): string; other: string };
  passkey: { title: string; lead: string; use: string; none: string; other: string };
  secondFactor: {
    title: string;
    lead: Record<PageFactor, string>;
    recoveryCode: string;
    submit: string;
    heading: string;
    methods: Record<PageFactor, string>;
    trust: string;
    trustHint: string;
    noWay: string;
  };
  addFactor: { title: string; lead: string; leadUntil(day: string): string; later: string };
  offerPasskey: { title: string; lead: string; use: string; none: string; later: string };
  addPasskey: { title: string; lead: string; use: string; none: string; other: string };
  methods: {
    heading: string;
    signUpHeading: string;
    password: string;
    newPassword: string;
    emailCode: string;
    smsCode: string;
    magicLink: string;
    totp: string;
    newTotp: string;
    sso: string;
  };
  verify: {
    title(project: string): string;
    lead: string;
    submit: string;
    confirmTitle: string;
    confirmLead: string;
    confirm: string;
    doneTitle: string;
    done: string;
    confirmed: string;
  };
  invite: {
    title(project: string): string;
    lead(loginId: string): string;
    openLead: string;
    open: string;
    setPassword: string;
    withTotp: string;
    without: string;
    or: string;
  };
  reset: {
    title: string;
    openTitle: string;
    openLead: string;
    open: string;
    lead(loginId: string): string;
    endsOthers: string;
    submit: string;
    sentTitle: string;
    sent: string;
    number(linkId: string): string;
    next: string;
  };
  done: { title: string; lead: string };
  dead: {
    title: string;
    elsewhere: string;
    link: string;
    page: string;
    address: string;
    again: string;
    notFound: string;
    project: string;
    wrongPlace: string;
    origin: string;
    baseUrl(opened: string, right: string): string;
  };
  problems: Record<ProblemName, (problem: Problem) => string>;
}
