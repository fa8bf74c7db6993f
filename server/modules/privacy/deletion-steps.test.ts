/** What is left to do of an approved deletion: step by step, whichever worker dies in between. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPurchase } from '#contract/sales/checkout.ts'
import { requestDeletion, resolveDeletion } from '#contract/accounts/privacy.ts'
import { findBrokenInvariants } from '#server/db/check-invariants.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import type { GivenUser } from '#server/testing/given.ts'
import { takeNextStep } from './process-deletions.ts'
import { claimDeletions } from './store.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

/** A request that was approved: the account is closed, and nothing else done. */
async function approved(person: GivenUser, ticketsGivenUp = 0): Promise<string> {
  const body = { confirmation: 'ELIMINAR', ticketsGivenUp } as const
  const { id } = await server.call(requestDeletion, { body }, { as: person })
  const legal = await server.given.user({ isLegal: true })
  await server.call(resolveDeletion, { params: { id }, body: { action: 'approve' } }, { as: legal })
  return id
}
async function freeTickets(buyer: GivenUser, quantity: number) {
  const event = await server.given.event()
  const type = await server.given.ticketType({ event, priceCents: 0, capacity: 10 })
  await server.call(createPurchase, { body: { eventId: event.id, ticketTypeId: type.id, quantity } }, { as: buyer })
}
const deletion = (id: string) =>
  server.app.db.selectFrom('account_deletions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const stateOf = async (id: string) => (await deletion(id)).state
/** Those that the modules declare; no two of them share a name. */
const allSteps = () => server.app.modules.flatMap(({ person }) => Object.keys(person?.erase ?? {}))
const stepsOf = async (id: string) => (await deletion(id)).steps_taken

test('killed after any step, and each step taken twice, it ends the same', async () => {
  const person = await server.given.user({ staffOf: await server.given.event() })
  await freeTickets(person, 2)
  const id = await approved(person, 2)
  const kept = { count: 0 }
  for (;;) {
    const { steps_taken } = await deletion(id)
    if ((await takeNextStep(server.app, id)) === 'done') break
    // As if the worker had died between the step and the note of it.
    await server.app.db.updateTable('account_deletions').set({ steps_taken }).where('id', '=', id).execute()
    await takeNextStep(server.app, id)
    kept.count += 1
  }
  expect(kept.count).toBe(allSteps().length)
  const known = 'company deliveries devices downloads keys messages papers picture searches staff tickets'.split(' ')
  expect(allSteps()).toEqual(expect.arrayContaining(known))
  expect(new Set(await stepsOf(id))).toEqual(new Set(allSteps()))
  expect(await stateOf(id)).toBe('completed')
  expect(await takeNextStep(server.app, id)).toBe('done')
  expect(await findBrokenInvariants(server.app)).toEqual([])
  await server.drain()
  const subject = 'Tu cuenta quedó eliminada'
  const mails = server.app.db.selectFrom('dev_inbox').select('subject').where('recipient', '=', person.mail)
  expect(await mails.where('subject', '=', subject).execute()).toHaveLength(1)
})

test('what a worker that died left is taken up by the next, once its lease ends', async () => {
  const id = await approved(await server.given.user())
  expect(await claimDeletions(server.app, 9, 10)).toEqual([])
  await server.advance({ seconds: 11 })
  expect(await claimDeletions(server.app, 9, 10)).toMatchObject([{ key: id, attempts: 1 }])
  await server.drain()
  expect(await stateOf(id)).toBe('in_review')
  await server.advance({ seconds: 31 })
  await server.drain()
  expect(await stateOf(id)).toBe('completed')
})

test('a step that fails is tried again later each time, and no other deletion waits for it', async () => {
  const [stuckId, otherId] = [await approved(await server.given.user()), await approved(await server.given.user())]
  const { farewell_sealed: sealed } = await deletion(stuckId)
  const setSealed = (farewell_sealed: string | null) =>
    server.app.db.updateTable('account_deletions').set({ farewell_sealed }).where('id', '=', stuckId).execute()
  await setSealed('sealed with a key that is gone')
  await server.advance({ seconds: 11 })
  for (const seconds of [16, 31, 61]) {
    await server.drain()
    await server.drain()
    await server.advance({ seconds })
  }
  expect(await stateOf(otherId)).toBe('completed')
  expect(await deletion(stuckId)).toMatchObject({ attempts: 3, steps_taken: [], leased_by: null })
  await setSealed(sealed)
  await server.drain()
  expect(await stateOf(stuckId)).toBe('completed')
})
