/** The strings behind the vendor: what tests and the demo make sellers, buyers, banks and the network do. */
import { addSeller, issueTokens, sellerOf, type IssuedTokens, type NewSeller } from './accounts.ts'
import { deliverAll, draftNotification, send } from './notifications.ts'
import { revokeAuthorization } from './oauth.ts'
import { approvePayment, changePayment, createPayment, type PayOptions } from './payments.ts'
import { chargeBack, refundPayment, settleChargeback, settleRefund } from './refunds.ts'
import { runDue } from './schedule.ts'
import { Refusal, type Delivery, type RequestLine, type Simulator } from './simulator.ts'
import { change, lookUp, type StoredPayment, type StoredPreference, type StoredRefund } from './state.ts'
import { rightSwitches, type Fault, type Switches } from './switches.ts'

interface ForgedNotification {
  /** `data.id`; digits make it look like a payment. */
  readonly dataId: string
  readonly url: string
  readonly topic?: string
  readonly userId?: string
  readonly signature?: Switches['signature']
}

export interface Control {
  addSeller(seller: NewSeller): Promise<void>
  /** Another pair of tokens for a seller, as an authorization would give. */
  issueTokens(userId: string): Promise<IssuedTokens>
  /** What refunds are paid from; null never runs out. */
  setBalance(userId: string, balanceCents: number | null): Promise<void>
  /** The seller takes the authorization back: 401 from now on, and `mp-connect`. */
  revokeSeller(userId: string): Promise<void>

  /** Pays a preference without the browser, expired or not, and gives the payment's id. The notification waits for `drain` or the timer. */
  pay(preferenceId: string, options?: Partial<PayOptions>): Promise<string>
  /** Money that was awaited arrives. */
  approve(paymentId: string): Promise<void>
  reject(paymentId: string, statusDetail?: string): Promise<void>
  /** The vendor gives up waiting for the money. */
  cancel(paymentId: string): Promise<void>
  /** The buyer complains; `approve` ends it in the seller's favour. */
  dispute(paymentId: string): Promise<void>
  /** The card's bank takes the money, which `settleChargeback` decides for good. */
  chargeBack(paymentId: string): Promise<void>
  settleChargeback(paymentId: string, outcome: 'lost' | 'won'): Promise<void>
  /** The seller refunds in his own account, without the API. */
  refund(paymentId: string, amountCents?: number): Promise<string>
  settleRefund(refundId: string, outcome: 'approved' | 'rejected'): Promise<void>
  /** Changes when the seller may use the money; null removes the moment. */
  release(paymentId: string, at: string | null): Promise<void>

  payment(paymentId: string): StoredPayment
  payments(): StoredPayment[]
  preference(preferenceId: string): StoredPreference
  preferences(): StoredPreference[]
  refunds(paymentId: string): StoredRefund[]

  /** Runs what is scheduled and due, then sends every pending notification once; returns the result of each. */
  drain(): Promise<Delivery[]>
  /** Sends one notification at once, true or forged. */
  notify(notification: ForgedNotification): Promise<Delivery>
  /** Notifications that still wait for a receiver that takes them. */
  pendingNotifications(): number

  setSwitches(switches: Partial<Switches>): void
  addFault(fault: Fault): void
  /** Faults that have not occurred yet. */
  faultsLeft(): number
  /** Ends every switch and fault; what happened stays. */
  behave(): void
  /** Where browsers reach the pages, when it was not known at start. */
  setPublicUrl(publicUrl: string): void

  /** Every API call so far, oldest first. */
  readonly requests: readonly RequestLine[]
  readonly deliveries: readonly Delivery[]
}

export function createControl(simulator: Simulator): Control {
  const { state, switches, faults } = simulator

  async function changing<Result>(work: () => Result): Promise<Result> {
    const result = work()
    await simulator.save()
    return result
  }

  function paymentOf(id: string): StoredPayment {
    const payment = lookUp(state.payments, id)
    if (!payment) throw new Refusal(404, 'not_found', `Payment not found: ${id}`)
    return payment
  }

  function preferenceOf(id: string): StoredPreference {
    const preference = lookUp(state.preferences, id)
    if (!preference) throw new Refusal(404, 'not_found', `preference not found: ${id}`)
    return preference
  }

  return {
    addSeller: (seller) => changing(() => addSeller(simulator, seller)),
    issueTokens: (userId) => changing(() => issueTokens(simulator, sellerOf(simulator, userId).userId)),
    setBalance: (userId, balanceCents) =>
      changing(() => {
        change(state, 'sellers', sellerOf(simulator, userId).userId, { balanceCents })
      }),
    revokeSeller: (userId) => changing(() => revokeAuthorization(simulator, userId)),

    pay: (preferenceId, options = {}) =>
      changing(() => createPayment(simulator, preferenceOf(preferenceId), options, true).id),
    approve: (id) =>
      changing(() => {
        const payment = paymentOf(id)
        if (payment.status === 'in_mediation')
          changePayment(simulator, payment, { status: 'approved', statusDetail: 'accredited' })
        else approvePayment(simulator, payment)
      }),
    reject: (id, statusDetail = 'cc_rejected_other_reason') =>
      changing(() => changePayment(simulator, paymentOf(id), { status: 'rejected', statusDetail })),
    cancel: (id) =>
      changing(() => changePayment(simulator, paymentOf(id), { status: 'cancelled', statusDetail: 'expired' })),
    dispute: (id) =>
      changing(() => changePayment(simulator, paymentOf(id), { status: 'in_mediation', statusDetail: 'pending' })),
    chargeBack: (id) =>
      changing(() => {
        chargeBack(simulator, paymentOf(id))
      }),
    settleChargeback: (id, outcome) => changing(() => settleChargeback(simulator, paymentOf(id), outcome)),
    refund: (id, amountCents) => changing(() => refundPayment(simulator, paymentOf(id), amountCents ?? null).id),
    settleRefund: (refundId, outcome) => changing(() => settleRefund(simulator, refundId, outcome)),
    release: (id, at) => changing(() => changePayment(simulator, paymentOf(id), { releasesAt: at })),

    payment: (id) => structuredClone(paymentOf(id)),
    payments: () => structuredClone(Object.values(state.payments)),
    preference: (id) => structuredClone(preferenceOf(id)),
    preferences: () => structuredClone(Object.values(state.preferences)),
    refunds: (paymentId) =>
      structuredClone(Object.values(state.refunds).filter((refund) => refund.paymentId === paymentId)),

    async drain() {
      runDue(simulator)
      const deliveries = await deliverAll(simulator)
      await simulator.save()
      return deliveries
    },
    notify({ dataId, url, topic = 'payment', userId = '0', signature = 'right' }) {
      const draft = { topic, action: `${topic}.updated`, url, userId, data: { id: dataId } }
      return send(simulator, draftNotification(simulator, draft), signature)
    },
    pendingNotifications: () => Object.keys(state.notifications).length,

    setSwitches(changes) {
      Object.assign(switches, changes)
    },
    addFault(fault) {
      faults.push({ ...fault })
    },
    faultsLeft: () => faults.length,
    behave() {
      Object.assign(switches, rightSwitches())
      faults.length = 0
    },
    setPublicUrl(publicUrl) {
      const { url, basePath } = splitPublicUrl(publicUrl)
      simulator.publicUrl = url
      simulator.basePath = basePath
    },

    requests: simulator.requests,
    deliveries: simulator.deliveries,
  }
}

/** The public address without its trailing slash, and its path. */
export function splitPublicUrl(publicUrl: string): { url: string; basePath: string } {
  const url = publicUrl.replace(/\/+$/, '')
  return { url, basePath: new URL(url).pathname.replace(/\/+$/, '') }
}
