import { expect, test } from 'vitest'
import type { CallInput } from '#contract/api/endpoint.ts'
import { exportWaiting, listWaiting } from '#contract/companies/waiting-list-desk.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestAtNoon, givenSoldOut } from '#server/testing/waiting.ts'
import { leaveAllLines } from './leave-waiting-list.ts'

let shop: SellingApp
eachTestAtNoon((opened) => (shop = opened))

test('sellers of the event see the waitlist in order, with masked contacts; administrators see full contacts', async () => {
  const sale = await givenSoldOut(shop, 2)
  const vip = await shop.given.ticketType({ event: { id: sale.eventId }, name: 'VIP', capacity: 0 })
  const people = await Promise.all(
    ['Zoe Paz', 'Ángela Muñoz', 'Beto Sosa', 'Ciro Luna'].map((name) => shop.given.user({ name })),
  )
  const [zoe, angela, beto, ciro] = people
  if (!zoe || !angela || !beto || !ciro) throw new Error('A person is missing')
  await sale.join(zoe, 2)
  await sale.join(angela)
  await sale.join(beto, 1, vip.id)
  await sale.join(ciro, 3)
  await sale.leave(angela)
  await sale.free(2)
  await sale.offer()
  const owner = await shop.given.user({ memberOf: { id: sale.companyId } })
  const list = (query: CallInput<typeof listWaiting>['query'] = {}, as = owner) =>
    shop.call(listWaiting, { params: { id: sale.eventId }, query }, { as })
  const names = async (query: CallInput<typeof listWaiting>['query']) =>
    (await list(query)).waiting.map(({ name }) => name)

  const all = await list()
  expect(all.waiting).toMatchObject([
    {
      name: 'Zoe Paz',
      state: 'offered',
      position: null,
      offeredPlaces: 2,
      phone: expect.stringContaining('****'),
      mail: 'p***@previa.example',
      ticketType: { name: 'General' },
    },
    { name: 'Ángela Muñoz', state: 'left', position: null },
    { name: 'Beto Sosa', state: 'waiting', position: 1, ticketType: { name: 'VIP' } },
    { name: 'Ciro Luna', state: 'waiting', position: 1, quantity: 3 },
  ])
  expect(all.totals).toEqual([
    { ticketTypeId: sale.typeId, name: 'General', people: 1, wanted: 3, offered: 2, taken: 0 },
    { ticketTypeId: vip.id, name: 'VIP', people: 1, wanted: 1, offered: 0, taken: 0 },
  ])
  expect(await names({ state: 'waiting' })).toEqual(['Beto Sosa', 'Ciro Luna'])
  expect(await names({ ticketTypeId: vip.id })).toEqual(['Beto Sosa'])
  expect(await names({ search: 'angela' })).toEqual(['Ángela Muñoz'])
  expect(await names({ sort: 'joinedAt', order: 'desc', limit: 1 })).toEqual(['Ciro Luna'])
  expect((await list({ limit: 3 })).pagination).toMatchObject({ total: 4, totalPages: 2, totalWaiting: 4 })
  const god = await shop.given.user({ isGodAdmin: true })
  expect((await list({}, god)).waiting[0]).toMatchObject({ phone: zoe.phone, mail: zoe.mail })

  const file = await shop.call(exportWaiting, { params: { id: sale.eventId }, query: {} }, { as: owner })
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[1]).toMatch(/^[;,]?"?[;,]Zoe Paz/)

  await shop.buy(zoe, sale.typeId, sale.eventId, 2)
  expect((await list()).totals[0]).toMatchObject({ offered: 0, taken: 2 })
  const stranger = await shop.given.user({ memberOf: await shop.given.company() })
  expect(await shop.refusal(list({}, stranger))).toBe('event_not_found')
  expect(await shop.refusal(list({}, zoe))).toBe('forbidden')
})

test('a closed account leaves every waitlist, and the places kept for it go to the next person', async () => {
  const [first, second] = [await givenSoldOut(shop, 1), await givenSoldOut(shop, 1)]
  const [ana, beto] = [await shop.given.user(), await shop.given.user()]
  for (const sale of [first, second]) {
    await sale.join(ana)
    await sale.join(beto)
  }
  await first.free(1)
  await first.offer()
  await leaveAllLines(shop.app, ana.id)
  await leaveAllLines(shop.app, ana.id)
  await first.offer()
  expect([await first.place(beto), await second.place(beto)]).toMatchObject([{ state: 'offered' }, { position: 1 }])
  expect(await first.place(ana)).toBeNull()
})
