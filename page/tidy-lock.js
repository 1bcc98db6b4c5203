/** Removes entries from package-lock.json that are not needed to install: funding, deprecations, leftovers. */
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const entries = Object.entries(lock.packages).filter(([, entry]) => !entry.extraneous);
for (const [, entry] of entries) {
  delete entry.funding;
  delete entry.deprecated;
}
lock.packages = Object.fromEntries(entries);
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
