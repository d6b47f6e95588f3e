import * as z from 'zod';
import {
  cellAligns,
  markdownTags,
  SAFE_HREF,
  type MarkdownNode,
} from '../core/markdown/markdown-node';

/** What the context panel and the extension say to each other. Both sides check every message. */

const number = z.int().min(0);

const href = z.string().regex(SAFE_HREF);

/** Rendered Markdown as data. */
const node: z.ZodType<MarkdownNode> = z.lazy(() =>
  z.union([
    z.string(),
    z.object({
      tag: z.enum(markdownTags),
      href: href.exactOptional(),
      align: z.enum(cellAligns).exactOptional(),
      children: z.array(node),
    }),
  ]),
);

const look = z.enum(['empty', 'corrective', 'redirect']);

/** A body that was cut says how much is left out, between its beginning and its end. */
const body = z.object({ text: z.string(), leftOut: z.string().nullable(), tail: z.string() });

/** One named value of a call's input; `change` marks what an edit takes out and puts in. */
const field = z.object({
  name: z.string(),
  body,
  change: z.enum(['removed', 'added']).nullable(),
});

const part = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    nodes: z.array(node),
    leftOut: z.string().nullable(),
    /** What stands at the end, after what is left out. */
    tail: z.array(node),
  }),
  /** Text that a reader would not see: shown as it stands, with a word about it. */
  z.object({
    kind: z.literal('literal'),
    text: z.string(),
    note: z.string(),
    leftOut: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('reasoning'),
    summary: z.string(),
    body: body.nullable(),
    open: z.boolean(),
  }),
  z.object({
    kind: z.literal('tool'),
    name: z.string(),
    title: z.string(),
    state: z.string(),
    failed: z.boolean(),
    open: z.boolean(),
    input: z.array(field),
    /** Said of named values that are not among `input`. */
    moreInput: z.string().nullable(),
    output: body.nullable(),
  }),
  z.object({ kind: z.literal('files'), words: z.string(), files: z.array(z.string()) }),
  z.object({ kind: z.literal('line'), text: z.string(), leftOut: z.string().nullable() }),
]);

const comment = z.object({ author: z.string(), time: z.string(), nodes: z.array(node) });

const thread = z.object({ resolved: z.boolean(), comments: z.array(comment) });

const message = z.object({
  number,
  author: z.enum(['person', 'harness', 'assistant', 'program']),
  name: z.string(),
  /** Said of messages that neither a person nor the model wrote. */
  by: z.string().nullable(),
  facts: z.array(z.string()),
  gap: z.string().nullable(),
  flags: z.array(z.object({ look, words: z.string() })),
  selected: z.boolean(),
  parts: z.array(part),
  /** Said in place of a body that holds nothing for the person. */
  nothing: z.string().nullable(),
  error: z
    .object({ name: z.string(), text: z.string(), leftOut: z.string().nullable() })
    .nullable(),
  threads: z.array(thread),
});

const link = z.object({ number, words: z.string() });

/** Words of a message. */
const quote = z.object({ number, quote: z.string() });

const incident = z.object({
  title: z.string(),
  facts: z.array(z.string()),
  chain: z.array(
    z.object({ number, words: z.string(), look: z.union([look, z.literal('recovered')]) }),
  ),
  /** What the person's redirects speak against: the announced action, and beside it the correction. */
  contradicts: z.array(z.object({ words: z.string(), announced: quote, correction: quote })),
  causes: z.array(
    z.object({
      label: z.string(),
      confidence: z.string(),
      /** Each a sentence, in which numbers of messages are links. */
      evidence: z.array(z.array(z.union([z.string(), link]))),
    }),
  ),
  unknown: z.string().nullable(),
  notRecorded: z.string().nullable(),
});

const words = z.object({
  previousFlag: z.string(),
  nextFlag: z.string(),
  earlier: z.string(),
  later: z.string(),
  comment: z.string(),
  openWhole: z.string(),
  saveWhole: z.string(),
  incident: z.string(),
  messages: z.string(),
  input: z.string(),
  output: z.string(),
  resolved: z.string(),
  keys: z.array(z.object({ key: z.string(), words: z.string() })),
});

const view = z.object({
  kind: z.literal('view'),
  /** What brings the panel back after a reload. */
  state: z.object({ uri: z.string(), session: number, number }),
  title: z.string(),
  position: z.string(),
  /** Number and author of the selected message. */
  selected: z.string(),
  incident: incident.nullable(),
  /** The incident of the selected message, or the nearest one: where a jump goes to. */
  nearest: link.nullable(),
  messages: z.array(message),
  hasEarlier: z.boolean(),
  hasLater: z.boolean(),
  /** A body that could not be read. */
  problem: z.string().nullable(),
  words,
});

/** From the extension to the panel. */
export const toPanel = z.discriminatedUnion('kind', [
  view,
  z.object({ kind: z.literal('nothing'), words: z.string() }),
]);

/** From the panel to the extension. */
export const fromPanel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('select'), number }),
  z.object({ kind: z.literal('comment'), number }),
  z.object({ kind: z.literal('openWhole'), number }),
  z.object({ kind: z.literal('saveWhole'), number }),
  z.object({
    kind: z.literal('go'),
    to: z.enum([
      'nextFlag',
      'previousFlag',
      'nextHit',
      'previousHit',
      'endSearch',
      'nextPersonMessage',
      'previousPersonMessage',
      'nextComment',
      'previousComment',
      'message',
    ]),
  }),
  z.object({ kind: z.literal('more'), direction: z.enum(['earlier', 'later']) }),
  z.object({ kind: z.literal('openLink'), href }),
]);

/** What VS Code keeps of the panel over a reload. */
export const panelState = view.shape.state;

export type PanelView = z.infer<typeof view>;
export type PanelNode = z.infer<typeof node>;
export type PanelMessage = z.infer<typeof message>;
export type PanelPart = z.infer<typeof part>;
export type PanelBody = z.infer<typeof body>;
export type PanelField = z.infer<typeof field>;
export type PanelEvidence = PanelIncident['causes'][number]['evidence'][number];
export type PanelQuote = z.infer<typeof quote>;
export type PanelIncident = z.infer<typeof incident>;
export type PanelWords = z.infer<typeof words>;
export type ToPanel = z.infer<typeof toPanel>;
export type FromPanel = z.infer<typeof fromPanel>;
