import type { EmptyRule } from './empty-rule';

/** No content at all, or only blank text and the program's marks (R2). */
export const voidResponse: EmptyRule = { kind: 'void', judges: 'blank', matches: () => true };
