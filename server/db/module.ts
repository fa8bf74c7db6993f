import type { HandlersOf } from '#server/jobs/queue.ts'
import type { Module } from '#server/module.ts'
import { checkChanges } from './check-changes.ts'
import { forgetEndedLimits } from './limits.ts'
import { forgetKeysOf, forgetOldKeys } from './once.ts'
import { reseal } from './reseal.ts'
import { sealAudit } from './seal-audit.ts'

export const database: Module = {
  name: 'db',
  tables: ['audit_rows', 'check_marks', 'idempotency_keys', 'limits_taken', 'rate_counts', 'schema_migrations'],
  handlers: {
    'db.check-invariants': (app) => checkChanges(app),
    'db.forget-keys': async (app) => void (await forgetOldKeys(app)),
    'db.forget-limits': (app) => forgetEndedLimits(app),
    'db.reseal': async (app) => void (await reseal(app)),
    'db.seal-audit': async (app) => void (await sealAudit(app)),
  } satisfies HandlersOf<'db'>,
  person: { erase: { keys: (app, { userId }) => forgetKeysOf(app, userId) } },
}
