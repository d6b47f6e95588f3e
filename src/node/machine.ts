import { homedir } from 'node:os';
import type { Machine } from '../core/agents/places';

/** This machine, as it is now: where its session folders are. */
export const thisMachine = (): Machine => ({
  home: homedir(),
  platform: process.platform,
  env: process.env,
});
