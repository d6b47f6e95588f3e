// node scripts/run-unit-tests.mjs [PART OF A FILE'S PATH...] [--test-name-pattern=...]
import { runNodeTests } from './node-tests.mjs';

await runNodeTests('test/unit', process.argv.slice(2));
