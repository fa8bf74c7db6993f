/** An event with its owner, and everything that is done with its raffles. */
import {
  cancelRaffle,
  closeRaffle,
  createRaffle,
  drawRaffle,
  enterRaffle,
  getRaffle,
  listRaffleCodes,
  openRaffle,
  publishRaffle,
} from '#contract/events/raffles.ts'
import type { GivenUser } from './given.ts'
import type { SellingApp } from './selling-app.ts'

export const acts = {
  open: openRaffle,
  close: closeRaffle,
  draw: drawRaffle,
  publish: publishRaffle,
  cancel: cancelRaffle,
}

export async function givenRaffling(shop: SellingApp) {
  const company = await shop.given.company()
  const owner = await shop.given.user({ memberOf: company })
  const event = await shop.given.event({ company })
  const create = (more: object = {}) =>
    shop.call(
      createRaffle,
      { params: { id: event.id }, body: { prize: 'Una remera', rules: 'Gratis, sin compra.', winners: 1, ...more } },
      { as: owner },
    )
  const act = (verb: keyof typeof acts, id: string, as = owner) => shop.call(acts[verb], { params: { id } }, { as })
  return {
    company,
    owner,
    eventId: event.id,
    type: await shop.given.ticketType({ event }),
    create,
    act,
    async opened(more: object = {}) {
      const { id } = await create(more)
      return act('open', id)
    },
    enter: (id: string, as: GivenUser) => shop.call(enterRaffle, { params: { id } }, { as }),
    look: (id: string, as?: GivenUser) => shop.call(getRaffle, { params: { id } }, as ? { as } : {}),
    codesOf: async (id: string) => (await shop.call(listRaffleCodes, { params: { id } })).codes,
    people: (count: number) => Promise.all(Array.from({ length: count }, () => shop.given.user())),
  }
}
export type Raffling = Awaited<ReturnType<typeof givenRaffling>>
