import { arabic } from './ar';
import { german } from './de';
import { english } from './en';
import { spanish } from './es';
import { french } from './fr';
import { hindi } from './hi';
import { italian } from './it';
import { japanese } from './ja';
import { korean } from './ko';
import type { Language } from './language';
import { polish } from './pl';
import { portuguese } from './pt';
import { russian } from './ru';
import { turkish } from './tr';
import { chinese } from './zh';

/** Adding a language is one file and one line here. */
export const languages: readonly Language[] = [
  english,
  chinese,
  japanese,
  korean,
  russian,
  spanish,
  portuguese,
  french,
  german,
  italian,
  polish,
  turkish,
  arabic,
  hindi,
];
