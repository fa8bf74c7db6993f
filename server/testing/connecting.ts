/** Companies that connect their account at the provider, as an owner's browser does. */
import { expect } from 'vitest'
import {
  disconnectPaymentAccount,
  getPaymentAccount,
  getPaymentAccountLink,
} from '#contract/companies/companies-payment-account.ts'
import { findSellingAccount } from '#server/modules/companies/payment-account/queries.ts'
import { someAddress } from './app.ts'
import type { GivenUser } from './given.ts'
import type { SellingApp } from './selling-app.ts'

interface Way {
  readonly url: string
  readonly cookie: string
}

/** Where the way ends that ended well. */
export const CONNECTED = '/organizador/mercadopago/success'

let sellers = 810_000_000

/** Of the shop of a file of tests, which is there once they run. */
export function connecting(shop: () => SellingApp) {
  /** A company that never connected an account, with its owner. */
  async function newCompany() {
    const company = await shop().given.company({ collectorId: null })
    return { company, owner: await shop().given.user({ memberOf: company }) }
  }
  async function newSeller(): Promise<string> {
    sellers += 1
    await shop().simulator.control.addSeller({
      userId: String(sellers),
      nickname: `Cuenta ${sellers}`,
      accessToken: `APP_USR-${sellers}`,
    })
    return String(sellers)
  }

  /** The owner asks where to go. */
  async function leave(owner: GivenUser, companyId: string): Promise<Way> {
    const answer = await shop().fastify.inject({
      method: 'GET',
      url: `${getPaymentAccountLink.path}?companyId=${companyId}`,
      headers: { authorization: `Bearer ${owner.token}`, 'x-device-id': owner.id },
      remoteAddress: someAddress(),
    })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toContain('HttpOnly; SameSite=Lax')
    return { url: answer.json<{ url: string }>().url, cookie: cookie.split(';')[0] ?? '' }
  }

  /** What the seller's browser does on the provider's page; gives the address that it is sent back to. */
  async function answerAt(url: string, form: { user_id: string; answer: 'approve' | 'deny' }): Promise<URL> {
    const body = new URLSearchParams([...new URL(url).searchParams, ...Object.entries(form)])
    const answer = await fetch(shop().simulator.authUrl, { method: 'POST', body, redirect: 'manual' })
    return new URL(answer.headers.get('location') ?? 'none:')
  }

  async function comeBack(address: URL, cookie: string): Promise<string> {
    const { pathname, search } = address
    const headers = cookie === '' ? {} : { cookie }
    const answer = await shop().fastify.inject({
      method: 'GET',
      url: pathname + search,
      headers,
      remoteAddress: someAddress(),
    })
    expect(answer.statusCode).toBe(303)
    return String(answer.headers.location).replace(shop().app.config.publicUrl, '')
  }

  async function connect(owner: GivenUser, companyId: string, sellerId: string): Promise<string> {
    const { url, cookie } = await leave(owner, companyId)
    return comeBack(await answerAt(url, { user_id: sellerId, answer: 'approve' }), cookie)
  }
  const status = (as: GivenUser, companyId: string) => shop().call(getPaymentAccount, { params: { companyId } }, { as })
  /** To a person of the platform, signed in again: weeks may have passed. */
  const statusNow = async (companyId: string) => status(await shop().given.user({ isGodAdmin: true }), companyId)
  const sellingId = async (companyId: string) => (await findSellingAccount(shop().app, companyId))?.collectorId ?? null
  const care = () => shop().app.queue.runJob(shop().app, 'companies.care-for-accounts')
  const mailsTo = async ({ mail }: Pick<GivenUser, 'mail'>) => {
    await shop().settle()
    const rows = await shop()
      .app.db.selectFrom('dev_inbox')
      .select('subject')
      .where('recipient', '=', mail)
      .orderBy('id')
      .execute()
    return rows.map(({ subject }) => subject)
  }
  const disconnect = (as: GivenUser, companyId: string, force?: boolean) =>
    shop().call(disconnectPaymentAccount, { params: { companyId }, query: { force } }, { as })

  return {
    newCompany,
    newSeller,
    leave,
    answerAt,
    comeBack,
    connect,
    status,
    statusNow,
    sellingId,
    care,
    mailsTo,
    disconnect,
  }
}
