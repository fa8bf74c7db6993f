/** `POST /_control` for the demo and for other processes: `{"do": "pay", "preferenceId": "…", "outcome": "approved"}`. */
import type { Control } from './control.ts'
import { header, isForeign, parseJson, type Call, type Reply } from './http.ts'
import { METHODS, type PayOptions } from './payments.ts'
import { Refusal } from './simulator.ts'
import type { Json } from './state.ts'
import { rightSwitches, type Fault, type Switches } from './switches.ts'

const OUTCOMES = ['approved', 'rejected', 'pending', 'in_process'] as const
const REFUND_OUTCOMES = ['approved', 'in_process', 'rejected'] as const
const SIGNATURES = ['right', 'wrong', 'none', 'stale', 'milliseconds'] as const
const FAULT_KINDS = ['status', 'slow', 'lose', 'hang', 'garbage'] as const

/** Runs one command and answers `{result}`. A page of another site cannot send it: it must be JSON, from here or from a program. */
export async function answerControl(control: Control, call: Call): Promise<Reply> {
  if (isForeign(call) || !header(call, 'content-type')?.startsWith('application/json')) {
    throw new Refusal(403, 'forbidden', 'control takes application/json from this site or from programs')
  }
  const sent = fields(parseJson(call.text))
  const command = commands[text(sent, 'do')]
  if (!command) throw new Refusal(400, 'bad_request', `do: one of ${Object.keys(commands).join(', ')}`)
  const result = await command(control, sent)
  return { kind: 'json', status: 200, json: { result: result ?? null } }
}

const commands: Record<string, (control: Control, sent: Json) => unknown> = {
  'add-seller': (control, sent) =>
    control.addSeller({
      userId: text(sent, 'userId'),
      nickname: text(sent, 'nickname'),
      accessToken: text(sent, 'accessToken'),
      ...defined({
        refreshToken: optionalText(sent, 'refreshToken'),
        email: optionalText(sent, 'email'),
        isOauth: optionalFlag(sent, 'isOauth'),
        balanceCents: optionalNumber(sent, 'balanceCents'),
      }),
    }),
  'set-balance': (control, sent) =>
    control.setBalance(text(sent, 'userId'), optionalNumber(sent, 'balanceCents') ?? null),
  'revoke-seller': (control, sent) => control.revokeSeller(text(sent, 'userId')),
  pay: (control, sent) => control.pay(text(sent, 'preferenceId'), payOptions(sent)),
  approve: (control, sent) => control.approve(text(sent, 'paymentId')),
  reject: (control, sent) => control.reject(text(sent, 'paymentId'), optionalText(sent, 'statusDetail')),
  cancel: (control, sent) => control.cancel(text(sent, 'paymentId')),
  dispute: (control, sent) => control.dispute(text(sent, 'paymentId')),
  'charge-back': (control, sent) => control.chargeBack(text(sent, 'paymentId')),
  'settle-chargeback': (control, sent) =>
    control.settleChargeback(text(sent, 'paymentId'), one(sent, 'outcome', ['lost', 'won'])),
  refund: (control, sent) => control.refund(text(sent, 'paymentId'), optionalNumber(sent, 'amountCents')),
  'settle-refund': (control, sent) =>
    control.settleRefund(text(sent, 'refundId'), one(sent, 'outcome', ['approved', 'rejected'])),
  release: (control, sent) => control.release(text(sent, 'paymentId'), optionalText(sent, 'at') ?? null),
  payments: (control) => control.payments(),
  preferences: (control) => control.preferences(),
  drain: (control) => control.drain(),
  notify: (control, sent) =>
    control.notify({
      dataId: text(sent, 'dataId'),
      url: text(sent, 'url'),
      ...defined({
        topic: optionalText(sent, 'topic'),
        userId: optionalText(sent, 'userId'),
        signature: sent['signature'] === undefined ? undefined : one(sent, 'signature', SIGNATURES),
      }),
    }),
  'set-switches': (control, sent) => control.setSwitches(switchesOf(sent)),
  'add-fault': (control, sent) => control.addFault(faultOf(sent)),
  behave: (control) => control.behave(),
}

function payOptions(sent: Json): Partial<PayOptions> {
  return defined({
    outcome: sent['outcome'] === undefined ? undefined : one(sent, 'outcome', OUTCOMES),
    method: sent['method'] === undefined ? undefined : one(sent, 'method', METHODS),
    statusDetail: optionalText(sent, 'statusDetail'),
    payerMail: optionalText(sent, 'payerMail'),
    currency: optionalText(sent, 'currency'),
    collectorId: optionalText(sent, 'collectorId'),
    externalReference: optionalText(sent, 'externalReference'),
    installments: optionalNumber(sent, 'installments'),
    releasesAt: sent['releasesAt'] === null ? null : optionalText(sent, 'releasesAt'),
    amountCents: optionalNumber(sent, 'amountCents'),
    feeCents: optionalNumber(sent, 'feeCents'),
    liveMode: optionalFlag(sent, 'liveMode'),
  })
}

function switchesOf(sent: Json): Partial<Switches> {
  const { do: _, ...changes } = sent
  const known = Object.keys(rightSwitches())
  const stranger = Object.keys(changes).find((name) => !known.includes(name))
  if (stranger !== undefined) throw new Refusal(400, 'bad_request', `${stranger}: one of ${known.join(', ')}`)
  return defined({
    dropNotifications: optionalFlag(sent, 'dropNotifications'),
    dropControlled: optionalFlag(sent, 'dropControlled'),
    duplicateNotifications: optionalNumber(sent, 'duplicateNotifications'),
    shuffleNotifications: optionalFlag(sent, 'shuffleNotifications'),
    signature: sent['signature'] === undefined ? undefined : one(sent, 'signature', SIGNATURES),
    notifyMerchantOrders: optionalFlag(sent, 'notifyMerchantOrders'),
    staleReads: optionalNumber(sent, 'staleReads'),
    searchLagSeconds: optionalNumber(sent, 'searchLagSeconds'),
    oddPayments: sent['oddPayments'] === undefined ? undefined : oddPayments(fields(sent['oddPayments'])),
    keepsRefusals: optionalFlag(sent, 'keepsRefusals'),
    refundOutcome: sent['refundOutcome'] === undefined ? undefined : one(sent, 'refundOutcome', REFUND_OUTCOMES),
    payment: sent['payment'] === undefined ? undefined : payOptions(fields(sent['payment'])),
  })
}

function oddPayments(sent: Json): Switches['oddPayments'] {
  return Object.fromEntries(
    Object.entries(sent).map(([id, given]) => {
      const odd = fields(given)
      const shape = odd['fields'] === null ? null : fields(odd['fields'])
      return [id, { fields: shape, isOddById: optionalFlag(odd, 'isOddById') ?? false }]
    }),
  )
}

function faultOf(sent: Json): Fault {
  return {
    kind: one(sent, 'kind', FAULT_KINDS),
    ...defined({
      status: optionalNumber(sent, 'status'),
      retryAfterSeconds: optionalNumber(sent, 'retryAfterSeconds'),
      milliseconds: optionalNumber(sent, 'milliseconds'),
      method: optionalText(sent, 'method'),
      path: optionalText(sent, 'path'),
      times: optionalNumber(sent, 'times'),
    }),
  }
}

type Defined<Shape> = { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> }

function defined<Shape extends object>(shape: Shape): Defined<Shape> {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Defined<Shape> // what filtering does
}

function fields(value: unknown): Json {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Refusal(400, 'bad_request', 'an object is expected')
  return { ...value }
}

function text(sent: Json, name: string): string {
  const value = sent[name]
  if (typeof value !== 'string' || value === '') throw new Refusal(400, 'bad_request', `${name}: text is expected`)
  return value
}

function optionalText(sent: Json, name: string): string | undefined {
  return sent[name] === undefined ? undefined : text(sent, name)
}

function optionalNumber(sent: Json, name: string): number | undefined {
  const value = sent[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw new Refusal(400, 'bad_request', `${name}: a whole number is expected`)
  return value
}

function optionalFlag(sent: Json, name: string): boolean | undefined {
  const value = sent[name]
  if (value !== undefined && typeof value !== 'boolean')
    throw new Refusal(400, 'bad_request', `${name}: true or false is expected`)
  return value
}

function one<Word extends string>(sent: Json, name: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === sent[name])
  if (word === undefined) throw new Refusal(400, 'bad_request', `${name}: one of ${words.join(', ')}`)
  return word
}
