import { expect, test } from 'vitest'
import { findSellingAccount } from '#server/modules/companies/payment-account/queries.ts'
import { createVault } from '#server/shared/crypto.ts'
import { createTestApp } from '#server/testing/app.ts'
import { reseal } from './reseal.ts'

test('after the master key was changed everything that stays is resealed, and the old one may go', async () => {
  const server = await createTestApp()
  try {
    const { app } = server
    const company = await server.given.company({ accessToken: 'APP_USR-antes' })
    const old = app.config.masterKey
    const today = Buffer.alloc(32, 7).toString('base64')
    const rotating = {
      ...app,
      config: { ...app.config, masterKey: today, previousMasterKeys: [old] },
      vault: createVault(today, [old]),
    }
    expect((await findSellingAccount(rotating, company.id))?.accessToken).toBe('APP_USR-antes')
    expect(await reseal(app)).toBe(0)
    expect(await reseal(rotating)).toBeGreaterThan(0)
    expect(await reseal(rotating)).toBe(0)
    const without = { ...app, vault: createVault(today) }
    expect((await findSellingAccount(without, company.id))?.accessToken).toBe('APP_USR-antes')
    await expect(findSellingAccount(app, company.id)).rejects.toThrow()
    // Every column that is named so is declared, or gone within days.
    const declared = app.modules.flatMap(({ sealed = [] }) => sealed.map(({ table, column }) => `${table}.${column}`))
    const { rows } = await app.db
      .withSchema('information_schema')
      .selectFrom('columns' as never)
      .select(['table_name', 'column_name'] as never)
      .where('table_schema' as never, '=', 'public' as never)
      .where('column_name' as never, 'like', '%sealed' as never)
      .execute()
      .then((found) => ({ rows: found as { table_name: string; column_name: string }[] }))
    const names = rows.map(({ table_name, column_name }) => `${table_name}.${column_name}`)
    expect(names.filter((name) => !declared.includes(name)).toSorted()).toEqual(SHORT_LIVED)
  } finally {
    await server.close()
  }
})

/** Steps of a sign-in or a connection, and what a closed account leaves until its last mail. */
const SHORT_LIVED = [
  'account_deletions.farewell_sealed',
  'google_steps.sealed',
  'payment_account_requests.verifier_sealed',
]
