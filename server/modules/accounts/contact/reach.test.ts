/** What a person's own things are sent to: one rule for the mail and the phone. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#server/testing/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function reach(id: string, isOwn: boolean): Promise<string[]> {
  const { rows } = await sql<{ mail: string | null; phone: string | null }>`
    select accounts_reach_mail(u, ${isOwn}) as mail, accounts_reach_phone(u, ${isOwn}) as phone
      from users u where id = ${id}`.execute(server.app.db)
  return (['mail', 'phone'] as const).filter((kind) => rows[0]?.[kind])
}

test.each([
  { proved: [], own: ['mail', 'phone'], others: [] },
  { proved: ['mail'], own: ['mail'], others: ['mail'] },
  { proved: ['phone'], own: ['phone'], others: ['phone'] },
  { proved: ['mail', 'phone'], own: ['mail', 'phone'], others: ['mail', 'phone'] },
] as const)(
  'who proved $proved: own things go to $own, what others give to $others',
  async ({ proved, own, others }) => {
    const { id } = await server.given.user({ proved })
    expect(await reach(id, true)).toEqual(own)
    expect(await reach(id, false)).toEqual(others)
  },
)

test('what waits for an account goes to both that were named', async () => {
  const { id } = await server.given.user({ state: 'pending' })
  expect(await reach(id, false)).toEqual(['mail', 'phone'])
})
