/** Rule R6.14: which accounts are one person. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailboxOf } from '#server/shared/mailbox.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser, UserLiteral } from '#server/testing/given.ts'
import { onePerPerson } from './same-person.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

test.each([
  'sol@previa.example',
  'sol+fiesta@previa.example',
  's.o.l@previa.example',
  's.o.l+1@gmail.com',
  'sol@googlemail.com',
  '+sol@previa.example',
  '...@gmail.com',
  'a@b@previa.example',
  'a+b+c@previa.example',
])('SQL and TypeScript agree on the mailbox of %s', async (mail) => {
  const { rows } = await sql<{ box: string }>`select accounts_mailbox(${mail}) as box`.execute(server.app.db)
  expect(rows[0]?.box).toBe(mailboxOf(mail))
})

let serial = 0
const phone = () => `+54341557${String((serial += 1)).padStart(4, '0')}`
const pending = (contacts: Pick<UserLiteral, 'phone' | 'mail'>) => server.given.user({ state: 'pending', ...contacts })

async function areOne(
  a: GivenUser,
  b: GivenUser,
  by: 'accounts_same_person' | 'accounts_person_is_own',
): Promise<boolean> {
  const { rows } = await sql<{ areOne: boolean }>`
    select ${sql.raw(by)}(a, b) as "areOne" from users a, users b where a.id = ${a.id} and b.id = ${b.id}`.execute(
    server.app.db,
  )
  return rows[0]?.areOne === true
}

describe('two accounts', () => {
  test.each<readonly [string, boolean, Pick<UserLiteral, 'phone' | 'mail'>, UserLiteral]>([
    ['the same phone', true, { phone: '+5493415570001' }, { phone: '+5493415570001', state: 'pending' }],
    ['the same mailbox', true, { mail: 's.ol@gmail.com' }, { mail: 'sol+2@gmail.com', state: 'pending' }],
    ['nothing', false, { phone: '+5493415570002' }, { phone: '+5493415570003', state: 'pending' }],
    [
      'a phone that the other account verified not, but its mail',
      false,
      { phone: '+5493415570004' },
      { phone: '+5493415570004', proved: ['mail'] },
    ],
  ])('with %s: %s', async (_, areSame, waiting, other) => {
    expect(await areOne(await pending(waiting), await server.given.user(other), 'accounts_same_person')).toBe(areSame)
  })

  test('what a person may not do with themselves counts by what they only wrote, too', async () => {
    const mail = 'propia@previa.example'
    const promoter = await server.given.user({ mail, proved: ['phone'] })
    const other = await pending({ mail: 'propia+1@previa.example' })
    expect(await areOne(promoter, other, 'accounts_same_person')).toBe(false)
    expect(await areOne(promoter, other, 'accounts_person_is_own')).toBe(true)
  })
})

describe('of many accounts', () => {
  async function kept(people: readonly GivenUser[]): Promise<string[]> {
    const ids = people.map(({ id }) => id)
    const { rows } = await onePerPerson(sql`select unnest(${ids}::uuid[]) as user_id, 0 as rank`).execute(server.app.db)
    return rows.map((row) => row.user_id).toSorted()
  }
  const idsOf = (people: readonly GivenUser[]) => people.map(({ id }) => id).toSorted()

  test('those of one phone or one mailbox are one, and the verified one stands for them', async () => {
    const own = phone()
    const guests = [
      await pending({ phone: own, mail: 'dela@gmail.com' }),
      await pending({ phone: own, mail: 'otra@previa.example' }),
    ]
    const alias = await pending({ phone: phone(), mail: 'de.la+1@gmail.com' })
    const other = await pending({ phone: phone() })
    expect(await kept([...guests, alias, other])).toEqual(idsOf([guests[0]!, other]))
    const verified = await server.given.user({ phone: own, proved: ['phone'] })
    expect(await kept([...guests, other, verified])).toEqual(idsOf([other, verified]))
  })

  test('who writes the contacts of two people neither joins them nor takes their place', async () => {
    const [one, two] = [await server.given.user(), await server.given.user()]
    const forged = await pending({ phone: one.phone, mail: two.mail })
    expect(await kept([forged, one, two])).toEqual(idsOf([one, two]))
  })

  test('people without a contact stay', async () => {
    const closed = [await server.given.user({ state: 'deleted' }), await server.given.user({ state: 'deleted' })]
    await sql`update users set mail = null, phone = null, mail_proved_at = null, phone_proved_at = null where id = any (${idsOf(closed)}::uuid[])`.execute(
      server.app.db,
    )
    expect(await kept(closed)).toEqual(idsOf(closed))
  })
})
