import type { EmptyKind } from '../findings';
import type { Step } from '../steps';

/** One kind of empty response. The first rule of the table that matches decides. */
export interface EmptyRule {
  readonly kind: EmptyKind;
  /** The kind of step it judges: `missing` is about a person's message, the others about a response. */
  readonly judges: 'person' | 'blank';
  matches(steps: readonly Step[], at: number): boolean;
}
