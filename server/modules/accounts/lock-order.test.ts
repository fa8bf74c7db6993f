/** Contacts are held before rows of people, always: else a proof and a gift of the same phone wait for one another in a circle. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmContactCode, requestContactCode } from '#contract/accounts/accounts-credentials.ts'
import { completeProfile } from '#contract/accounts/accounts-google.ts'
import { updateProfile } from '#contract/accounts/accounts-profile.ts'
import { inTransaction } from '#server/context.ts'
import { untilBlocked } from '#server/testing/blocked.ts'
import { createIdentityApp, type IdentityApp } from '#server/testing/identity-app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { lockContacts } from './contact/store.ts'

let it: IdentityApp
beforeAll(async () => {
  it = await createIdentityApp()
})
afterAll(() => it.server.close())

const acts: Record<string, (person: GivenUser, phone: string) => Promise<() => Promise<unknown>>> = {
  'a code that comes back': async (person, phone) => {
    await it.server.app.db.updateTable('users').set({ pending_phone: phone }).where('id', '=', person.id).execute()
    await it.server.call(requestContactCode, { body: { kind: 'phone' } }, { as: person })
    const code = await it.codeAt(phone)
    return () => it.server.call(confirmContactCode, { body: { kind: 'phone', code } }, { as: person })
  },
  'a profile that is saved': async (person, phone) => {
    return () => it.server.call(updateProfile, { body: { phone: phone.slice(1) } }, { as: person })
  },
  'a profile that is completed': async (person, phone) => {
    await it.server.app.db
      .updateTable('users')
      .set({ phone: null, phone_proved_at: null })
      .where('id', '=', person.id)
      .execute()
    return () => it.server.call(completeProfile, { body: { phone } }, { as: person })
  },
}

test.each(Object.keys(acts))('%s waits for the contact with nothing else in its hands', async (name) => {
  const { phone } = it.contacts()
  const person = await it.server.given.user()
  const act = await acts[name]?.(person, phone)
  let acting: Promise<unknown> | undefined
  await inTransaction(it.server.app, async (app) => {
    await lockContacts(app, [phone])
    acting = act?.()
    await untilBlocked(it.server.app.db)
    const free = sql`select from users where id = ${person.id} for update skip locked`
    expect((await free.execute(app.db)).rows).toHaveLength(1)
  })
  await expect(acting).resolves.toBeDefined()
})
