/**
 * The figures by which the detectors decide, in one place. Each has a test that fails when it is moved or
 * dropped (`test/unit/findings/thresholds.test.ts`).
 */
export const thresholds = {
  /** Words: longer messages say more than "go on". */
  nudgeWords: 12,
  /** Words: in longer messages the wording of complaints and of asking for silence is about something else. */
  complaintWords: 40,
  /** Words: a longer complaint that also contradicts is a redirect. */
  pureComplaintWords: 12,
  /** UTF-16 units that `nudgeWords` and `complaintWords` never exceed: longer texts are not looked at. */
  nudgeLength: 240,
  complaintLength: 1000,
  /** UTF-16 units in which a contradiction stands; what comes later is content. */
  contradictionLength: 1500,

  /** Share of words in common (Dice) from which on two requests are the same. */
  nearResend: 0.85,
  /** Words: nearness of fewer would be chance ("fix a.ts" is not "fix b.ts"). */
  nearWords: 5,
  /** Share of the shorter request that the longer one has, when something was added or left out. */
  containedResend: 0.95,
  /** Share of the longer request that the shorter one has at least. */
  smallestResend: 0.5,
  /** Share of the first request's words with which the second begins, whatever follows them. */
  sameBeginning: 0.8,
  /** UTF-16 units from which on a word with one slip of the keyboard is the same word. */
  typoLength: 5,
  /** Words without counterpart up to which slips are looked for. */
  typoWords: 12,

  /** Words: a contradiction in a longer message may be part of a new task. */
  shortRedirect: 30,
  /** Share of the message's words that its turn has too, from which on it is about the same work. */
  sameWork: 0.2,
  /** Share from which on the wording does not matter: the request is put in other words. */
  rephrased: 0.5,
  /** Words in common that are more than chance. */
  sharedWords: 2,
  /** Words: after the person stopped the assistant, steering in a message of this length is about what it did. */
  steeredWords: 60,
  /** UTF-16 units of each message of the turn that are compared with the person's words. */
  vocabularyLength: 1000,
  /** UTF-16 units and calls kept of an announced action. */
  announcedLength: 400,
  announcedCalls: 5,

  /** UTF-16 units at the end of a response in which a promise stands. */
  promiseLength: 300,

  /** Messages back to the tool result that counts: a turn can have thousands of calls. */
  stepsBack: 20,
  /** Lines at the end of an output that say how it ended. */
  lastLines: 15,
  /** UTF-16 units: shorter reasoning often ends without a full stop. */
  thoughtLength: 400,
  /** UTF-16 units or tokens of reasoning from which on it is long. */
  longReasoning: 20_000,
  longReasoningTokens: 6000,
  /** Share of the context window from which on it is nearly full, and beyond which the window is another one. */
  fullContext: 0.95,
  beyondContext: 1.02,
  /** Milliseconds: a longer gap after a cut response is told. */
  gapMs: 60_000,

  /** The person's messages that wait for a response and are compared: keeps the work of a session linear. */
  waitingRequests: 6,
  /** Milliseconds: two equal messages closer than this were put in the queue twice by the program. */
  queueArtefactMs: 5000,
} as const;
