import { german } from './de';
import { english } from './en';
import { spanish } from './es';
import { french } from './fr';
import { japanese } from './ja';
import type { Language } from './language';
import { portuguese } from './pt';
import { chinese } from './zh';

/** Adding a language is one file and one line here. */
export const languages: readonly Language[] = [
  english,
  chinese,
  spanish,
  german,
  french,
  portuguese,
  japanese,
];
