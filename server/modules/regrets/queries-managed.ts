/** Reads of regrets as the team that decides them sees them. */
import { sql } from 'kysely'
import { mailSearch } from '#contract/accounts/accounts.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { toPesos } from '#contract/values/money.ts'
import type { listRegrets as endpoint, ManagedRegret } from '#contract/sales/regrets.ts'
import type { App } from '#server/context.ts'
import { pageOf } from '#server/db/page.ts'
import type { Call } from '#server/http/bound.ts'
import { maskContact, seesContacts } from '#server/modules/accounts/contact/mask-contact.ts'
import { decideRefunds } from '#server/modules/refunds/decide-refund.ts'
import { searchedNumber } from '#server/modules/refunds/lists/searched-number.ts'
import type { Actor } from '#server/shared/actor.ts'
import { toInstant } from '#server/shared/clock.ts'
import { Failure } from '#server/shared/failure.ts'
import { answerBy, decideRegret } from './decide-regret.ts'
import { findRegret, isUnproved, listCandidateOrders, regretColumns, shownOrder, type RegretRecord } from './queries.ts'
import { listAnswerReaders } from './queries-people.ts'

/** Who reads. Regrets are of every company, so that only administrators see whole contacts. */
type Reader = Pick<Actor, 'roles' | 'companyRole'>

/** One regret as the team sees it; throws `regret_not_found`. */
export async function getManagedRegret(app: App, reader: Reader, id: string): Promise<ManagedRegret> {
  const regret = await findRegret(app, { id })
  const [managed] = regret ? await manageRegrets(app, reader, [regret]) : []
  if (!managed) throw new Failure('regret_not_found')
  return managed
}

/** Shows regrets to the team, with a few statements however many they are. */
async function manageRegrets(app: App, reader: Reader, regrets: readonly RegretRecord[]): Promise<ManagedRegret[]> {
  const now = app.clock.now()
  const [candidates, readers] = await Promise.all([
    listCandidateOrders(
      app,
      regrets.map(({ id }) => id),
    ),
    listAnswerReaders(app, regrets),
  ])
  const ordersOf = Map.groupBy(candidates, ({ regretId }) => regretId)
  return regrets.map((regret) => {
    const { id, code, orderNumber, contact, state, answer } = regret
    const submittedAt = toInstant(regret.submittedAt)
    const answered = answerBy(regret)
    const orders = ordersOf.get(id) ?? []
    return {
      id,
      code,
      orderNumber,
      contact,
      state,
      answer,
      answerTo: readers.get(id)?.kind ?? 'nobody',
      submittedAt,
      answerBy: answered,
      isProved: orders.length > 0 && orders.every(({ provedAt }) => provedAt !== null),
      isOverdue: state !== 'done' && now > answered,
      orders: orders.map((order) => ({
        ...shownOrder(order, decideRegret(order, submittedAt, now)),
        buyer: {
          id: order.buyerId,
          name: order.buyerName,
          ...maskContact({ mail: order.buyerMail, phone: order.buyerPhone }, seesContacts(reader, { hasPaid: false })),
        },
        refundable: toPesos(decideRefunds(order.tickets).reduce((total, { amountCents }) => total + amountCents, 0)),
        isNamed: order.isNamed,
        isProved: order.provedAt !== null,
        isUnproved: isUnproved(order, orders),
        failure: order.failure,
      })),
    }
  })
}

/** Lists regrets, those that wait for a person first, then by their deadline. */
export function listRegrets(
  app: App,
  { actor, query }: Pick<Call<typeof endpoint>, 'query'> & { readonly actor: Reader },
): Promise<Answer<typeof endpoint>> {
  const regrets = app.db
    .selectFrom('regrets')
    .select(regretColumns)
    .$if(query.state !== undefined, (all) => all.where('state', '=', query.state ?? ''))
    .orderBy(sql`array_position(array['with_person', 'received', 'done'], state)`)
  return pageOf(
    regrets,
    { ...query, search: query.search && mailSearch(query.search) },
    {
      rows: 'regrets',
      id: 'id',
      sort: { answerBy: 'submitted_at' },
      search: [sql`concat_ws(' ', code, ${searchedNumber(sql`order_number`)}, contact)`],
      read: async (page) => manageRegrets(app, actor, (await page.execute()) as RegretRecord[]), // CHECK on the column
    },
  )
}
