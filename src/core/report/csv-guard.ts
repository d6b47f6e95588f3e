/**
 * What a spreadsheet takes for a formula, where a cell begins: `=`, `+`, `-`, `@`, their full-width
 * forms, a tab or a carriage return. A program that expects another separator begins a cell after
 * `;`, a tab or a line break inside ours as well. An apostrophe before it makes it text; one that was
 * there gets another, so that `unguarded` gives back what was written.
 */
const DANGEROUS = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r＝＋－＠'])/g;
const GUARD = /(?<=^|[;\t\r\n])'(?=[=+\-@\t\r＝＋－＠'])/g;

/** A text that no spreadsheet runs. */
export const guarded = (text: string): string => text.replace(DANGEROUS, "'");

/** The text before it was guarded. */
export const unguarded = (text: string): string => text.replace(GUARD, '');
