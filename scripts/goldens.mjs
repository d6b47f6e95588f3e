// npm run goldens: writes the golden exports in test/golden again.
import { runNodeTests } from './node-tests.mjs';

process.env.RENEW_GOLDENS = '1';
await runNodeTests('test/unit', ['report/goldens']);
