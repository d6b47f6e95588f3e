import { spansOf, textRule, type RedactionRule } from './rule';

/** E-mail addresses. `git@host` is how repositories are named, not a person. */
export const emailAddresses: RedactionRule = textRule((text) =>
  spansOf(
    {
      label: 'e-mail address',
      // A local part is looked at from its first character only, or long words would take quadratic time.
      pattern:
        /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}])/dgu,
      isEverywhere: false,
      isRight: (found) => !found.startsWith('git@'),
    },
    text,
  ),
);

/** Addresses of the Internet; those that mean every machine itself tell nothing. */
export const ipAddresses: RedactionRule = textRule((text) => [
  ...spansOf(
    {
      label: 'IP address',
      pattern: /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\d)/dg,
      isEverywhere: false,
      isRight: isIpv4,
    },
    text,
  ),
  ...spansOf(
    {
      label: 'IP address',
      pattern: /(?<![\w:.])[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}(?![\w:])/dgi,
      isEverywhere: false,
      isRight: isIpv6,
    },
    text,
  ),
]);

function isIpv4(found: string): boolean {
  const parts = found.split('.').map(Number);
  const [first] = parts;
  return parts.every((part) => part <= 255) && first !== 127 && found !== '0.0.0.0';
}

/** Eight groups, or fewer around one `::` that begin like an address: times and `a::b` are none. */
function isIpv6(found: string): boolean {
  const groups = found.split(':');
  if (!found.includes('::')) return groups.length === 8 && groups.every((group) => group !== '');
  const [first = ''] = groups;
  return found.split('::').length === 2 && first.length >= 2 && /\d/.test(found);
}
