/** Keys that look real and open nothing; put together, so that no scanner of this repository takes them for real. */

const noise = (length: number) => 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'.repeat(4).slice(0, length);
const key = (...pieces: readonly string[]) => pieces.join('');

export const fakeKeys: Readonly<Record<string, string>> = {
  github: key('gh', 'p_', noise(36)),
  anthropic: key('sk-', 'ant-', 'api03-', noise(93), 'AA'),
  openai: key('sk-', 'proj-', noise(74), 'T3Blbk', 'FJ', noise(74)),
  openrouter: key('sk-', 'or-v1-', noise(64)),
  aws: key('AKI', 'A', 'Q3XZ7WJ2B5N6P4RT'),
  npm: key('np', 'm_', noise(36)),
  huggingface: key('h', 'f_', 'abcdefghijklmnopqrstuvwxyzABCDEFGH'),
  slack: key('xo', 'xb-', '123456789012-1234567890123-', noise(24)),
  google: key('AI', 'za', noise(35)),
  stripe: key('sk_', 'live_', noise(24)),
  jwt: key('ey', 'JhbGciOiJIUzI1NiJ9', '.ey', 'JzdWIiOiIxMjM0In0', '.', noise(24)),
};

/** A private key as it stands in a file. */
export const fakePrivateKey = [
  key('-----BEGIN ', 'OPENSSH PRIVATE KEY-----'),
  noise(70),
  noise(70),
  key('-----END ', 'OPENSSH PRIVATE KEY-----'),
].join('\n');
