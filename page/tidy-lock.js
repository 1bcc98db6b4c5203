/** Takes out of package-lock.json what is no part of what is installed: addresses for donations, advice, leftovers. */
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const entries = Object.entries(lock.packages).filter(([, entry]) => !entry.extraneous);
for (const [, entry] of entries) {
  delete entry.funding;
  delete entry.deprecated;
}
lock.packages = Object.fromEntries(entries);
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
