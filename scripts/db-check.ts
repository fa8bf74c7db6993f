/**
 * `npm run db:check`: everything that must be true of the database that `npm start` uses, in one snapshot of it. Reads
 * only; ends with 1 when something is broken, and says which rows break it.
 */
import { findBrokenInvariants, LONGEST_CHECK_MS } from '#server/db/check-invariants.ts'
import { withOwnApp } from './own-app.ts'

const broken = await withOwnApp(findBrokenInvariants, { longestAnswerMs: 2 * LONGEST_CHECK_MS })
for (const { name, ids } of broken) process.stdout.write(`✗ ${name}: ${ids.join(', ')}\n`)
process.stdout.write(broken.length === 0 ? 'La base está íntegra.\n' : `\n${broken.length} promesas rotas.\n`)
process.exitCode = broken.length === 0 ? 0 : 1
