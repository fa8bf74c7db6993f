/** A code at the checkout without a session (rule R10.20): where a limit of the unverified is reached, and for this purchase alone. */
import { expect, test } from 'vitest'
import { register } from '#contract/accounts/accounts.ts'
import { createDiscountCode } from '#contract/events/discounts.ts'
import { confirmGuestCode, createGuestPurchase, requestGuestCode } from '#contract/sales/checkout-guest.ts'
import type { Refused } from '#server/testing/app.ts'
import {
  deliver,
  e164,
  newBuyer,
  onDevice,
  order as orderOf,
  proofOf,
  type TypedContacts,
} from '#server/testing/guests.ts'
import { codeAt, textsAt } from '#server/testing/read-inbox.ts'
import type { SellingApp } from '#server/testing/selling-app.ts'
import { eachTestSettles } from '#server/testing/settled-shop.ts'

let shop: SellingApp
eachTestSettles((opened) => (shop = opened))

type Device = ReturnType<typeof onDevice>

/** A type of four places; two strangers hold the half that people who verified nothing may hold. */
async function scarceSale() {
  const sale = await shop.givenSale({ type: { capacity: 4 } })
  await orderOf(shop, sale, newBuyer(), { quantity: 2 })
  return sale
}

function ask({ name, phone, mail }: TypedContacts, on: Device, kind: 'mail' | 'phone' = 'phone', ip?: string) {
  return shop.call(
    requestGuestCode,
    { body: { kind, name, phone, mail } },
    { headers: on, ...(ip !== undefined && { ip }) },
  )
}

function confirm({ phone, mail }: TypedContacts, code: string, on: Device, kind: 'mail' | 'phone' = 'phone') {
  return shop.call(confirmGuestCode, { body: { kind, phone, mail, code } }, { headers: on })
}

test.each(['phone', 'mail'] as const)(
  'a code to the %s lets a purchase have what the unverified may not',
  async (kind) => {
    const sale = await scarceSale()
    const [buyer, on] = [newBuyer(), onDevice()]
    expect(await shop.refusal(orderOf(shop, sale, buyer, { on }))).toBe('contact_unproved')
    const sent = await ask(buyer, on, kind)
    expect(sent).toMatchObject({ kind, expiresInSeconds: 600 })
    expect(sent.sentTo).not.toContain(buyer.mail)
    const code = (await codeAt(shop, kind === 'phone' ? e164(buyer) : buyer.mail)) ?? ''
    const { contactProof } = await confirm(buyer, code, on, kind)
    const key = `clave-${kind}-de-la-compra`
    const bought = await orderOf(shop, sale, buyer, { on, contactProofs: [contactProof], quantity: 2, key })
    expect(bought.order.state).toBe('reserved')
    expect(
      (await orderOf(shop, sale, buyer, { on, contactProofs: [contactProof], quantity: 2, key })).order.publicId,
    ).toBe(bought.order.publicId)
    await shop.simulator.control.pay(await shop.preferenceOf(bought))
    await deliver(shop)
    expect(await shop.orderState(bought.order.publicId)).toBe('paid')
  },
)

test('a proof is of its contact, its device and half an hour', async () => {
  const sale = await scarceSale()
  const [buyer, on] = [newBuyer(), onDevice()]
  const contactProof = await proofOf(shop, buyer, on)
  const other = newBuyer()
  for (const [typed, options] of [
    [other, { on, contactProofs: [contactProof] }],
    [
      { ...buyer, phone: other.phone },
      { on, contactProofs: [contactProof] },
    ],
    [buyer, { on: onDevice(), contactProofs: [contactProof] }],
    [buyer, { on, contactProofs: [`${contactProof.slice(0, 3)}0${contactProof.slice(3)}`] }],
    [buyer, { on, contactProofs: ['zzzzzzzzz.'] }],
  ] as const)
    expect(await shop.refusal(orderOf(shop, sale, typed, options))).toBe('contact_unproved')
  await shop.advance({ minutes: 31 })
  await orderOf(shop, sale, newBuyer(), { quantity: 2 })
  expect(await shop.refusal(orderOf(shop, sale, buyer, { on, contactProofs: [contactProof] }))).toBe('contact_unproved')
})

test('a code has five tries, is good once, and is none of a registration', async () => {
  const [buyer, on] = [newBuyer(), onDevice()]
  await ask(buyer, on)
  const code = (await codeAt(shop, e164(buyer))) ?? ''
  const wrong = code === '111111' ? '222222' : '111111'
  expect(await shop.refusal(confirm(buyer, wrong, on))).toBe('wrong_code')
  expect(await shop.refusal(confirm(buyer, code, onDevice()))).toBe('code_expired')
  const body = { ...buyer, code, password: 'una-clave-bien-larga', birthDate: '1995-04-12' }
  expect(await shop.refusal(shop.call(register, { body }, { headers: on }))).toBe('code_expired')
  await confirm(buyer, code, on)
  expect(await shop.refusal(confirm(buyer, code, on))).toBe('code_expired')
  await ask(buyer, on)
  const next = (await codeAt(shop, e164(buyer))) ?? ''
  const miss = next === '111111' ? '222222' : '111111'
  for (let tries = 0; tries < 5; tries += 1) expect(await shop.refusal(confirm(buyer, miss, on))).toBe('wrong_code')
  expect(await shop.refusal(confirm(buyer, next, on))).toBe('code_expired')
})

test('threats 4 and 27: it answers alike for contacts that an account has, and fills no mailbox under any spelling', async () => {
  const known = newBuyer()
  await shop.given.user({ phone: e164(known), mail: known.mail, proved: ['mail', 'phone'] })
  const plain = async (buyer: TypedContacts) => {
    const { kind, expiresInSeconds } = await ask(buyer, onDevice(), 'mail')
    return { kind, expiresInSeconds }
  }
  expect(await plain(known)).toEqual(await plain(newBuyer()))
  const name = `victima-${newBuyer().phone.replaceAll(' ', '')}`
  const answers: string[] = []
  for (let n = 0; n < 14; n += 1)
    answers.push(
      await ask({ ...newBuyer(), mail: `${name}+${n}@gmail.com` }, onDevice(), 'mail', '198.51.100.9').then(
        () => 'sent',
        (error: Refused) => error.body.code,
      ),
    )
  expect(answers.filter((each) => each === 'sent').length).toBeLessThanOrEqual(9)
  expect(answers.at(-1)).toBe('too_many_requests')
  await shop.drain()
  expect(await textsAt(shop, `${name}+13@gmail.com`)).toEqual([])
})

test('limits by contact hold for who verified one, and codes with a limit a person still ask for an account', async () => {
  const sale = await shop.givenSale({ event: { personLimit: 3 }, type: { capacity: 100, priceCents: 1_000_000 } })
  const organizer = await shop.given.user({ memberOf: { id: sale.companyId } })
  const body = { code: 'UNAVEZ', percent: 20, perPersonLimit: 1 }
  await shop.call(createDiscountCode, { params: { id: sale.eventId }, body }, { as: organizer })
  const [buyer, on] = [newBuyer(), onDevice()]
  const contactProof = await proofOf(shop, buyer, on)
  expect(
    await shop.refusal(orderOf(shop, sale, buyer, { on, contactProofs: [contactProof], discountCode: 'unavez' })),
  ).toBe('contact_unproved')
  expect(await shop.refusal(orderOf(shop, sale, buyer, { on, contactProofs: [contactProof], quantity: 4 }))).toBe(
    'person_limit',
  )
  const { eventId, typeId } = sale
  const lines = [{ ticketTypeId: typeId, quantity: 1 }]
  const long = { eventId, lines, buyer, contactProofs: ['a'.repeat(121)] }
  expect(await shop.refusal(shop.call(createGuestPurchase, { body: long }, { headers: on }))).toBe('invalid_input')
})

test('a code to a contact lifts the five unpaid orders that others typed it in, and those of that contact alone (rule R10.18)', async () => {
  const [victim, on] = [newBuyer(), onDevice()]
  const typedBy = async (typed: TypedContacts) => orderOf(shop, await shop.givenSale(), typed)
  for (let n = 0; n < 5; n += 1) await typedBy({ ...newBuyer(), phone: victim.phone })
  const sale = await shop.givenSale()
  const refused = async (options: { on: Device; contactProofs?: readonly string[] }, typed = victim) => {
    const attempt = await orderOf(shop, sale, typed, options).catch((error: Refused) => error)
    return attempt instanceof Error ? [attempt.body.code, attempt.body.details] : 'placed'
  }
  expect(await refused({ on })).toEqual(['contact_limit', { contact: 'phone' }])
  const ofMail = await proofOf(shop, victim, on, 'mail')
  expect(await refused({ on, contactProofs: [ofMail] }), 'a code to the mail says nothing of the phone').toEqual([
    'contact_limit',
    { contact: 'phone' },
  ])
  for (let n = 0; n < 5; n += 1) await typedBy({ ...newBuyer(), mail: victim.mail })
  const ofPhone = await proofOf(shop, victim, on)
  expect(await refused({ on, contactProofs: [ofPhone] })).toEqual(['contact_limit', { contact: 'mail' }])
  expect(await refused({ on: onDevice(), contactProofs: [ofPhone, ofMail] }), 'on the device alone').toEqual([
    'contact_limit',
    { contact: 'phone' },
  ])
  const other = newBuyer()
  expect(
    await refused({ on, contactProofs: [await proofOf(shop, other, on)] }, { ...other, mail: victim.mail }),
    'the code of a stranger opens no mailbox of another',
  ).toEqual(['contact_limit', { contact: 'mail' }])
  expect(await refused({ on, contactProofs: [ofPhone, ofMail] })).toBe('placed')
})
