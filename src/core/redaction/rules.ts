import { emailAddresses, ipAddresses } from './addresses';
import { homeFolders } from './homes';
import type { RedactionRule } from './rule';
import { knownSecrets, moreSecrets } from './secrets';

/** What every redaction looks for, beside a person's own patterns. A new kind is one line here. */
export const redactionRules: readonly RedactionRule[] = [
  knownSecrets,
  moreSecrets,
  emailAddresses,
  homeFolders,
  ipAddresses,
];
