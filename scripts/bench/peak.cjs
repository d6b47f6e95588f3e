// Loaded before a program that is measured: its last line says how much memory it took at most.
const { writeSync } = require('node:fs');
const process = require('node:process');

process.once('exit', () => {
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  writeSync(1, `${JSON.stringify({ peakBytes })}\n`);
});
