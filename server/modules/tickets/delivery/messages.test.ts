import { expect, test } from 'vitest'
import { ticketsMail, ticketsWhatsapp, type TicketsMessage } from './messages.ts'

const message: TicketsMessage = {
  publicUrl: 'https://previa.example',
  holderName: 'Camila Ferreyra',
  eventName: 'Fiesta Lunar Rosario',
  flyer: null,
  startsAt: '2026-11-29T02:30:00.000Z',
  place: 'Salón Paraná, Rosario',
  tickets: [
    { typeName: 'General', validUntil: '2026-11-29T05:00:00.000Z', number: '7KQ29XMB', linkToken: 'token-uno' },
    { typeName: 'VIP', validUntil: null, number: '8ABCDEFG', linkToken: 'token-dos' },
  ],
  isPurchase: false,
  pdf: Buffer.from('%PDF'),
  idempotencyKey: 'delivery-1',
}

test('one mail carries all the tickets, with their links and one PDF', () => {
  const mail = ticketsMail('camila@previa.example', message)
  expect(mail).toMatchObject({
    to: 'camila@previa.example',
    subject: 'Tus entradas para Fiesta Lunar Rosario',
    attachments: [{ filename: 'entradas.pdf', contentType: 'application/pdf' }],
    idempotencyKey: 'delivery-1',
  })
  for (const text of [mail.html, mail.text]) {
    expect(text).toContain('https://previa.example/entrada/token-uno')
    expect(text).toContain('https://previa.example/entrada/token-dos')
    expect(text).toContain('7KQ2 9XMB')
    // Later comers are refused: the mail says so while it can still be read in time.
    expect(text).toContain('General · Válida hasta las 02:00')
    expect(text).not.toContain('VIP · Válida')
    expect(text).toContain('sáb 28 nov, 23:30')
    expect(text).toContain('Salón Paraná, Rosario')
  }
  expect(mail.text).not.toMatch(/<[a-z]/)
})

test('the flyer is above, by an address that mail programs can open; without one nothing is', () => {
  const flyer = { id: 'a'.repeat(64), width: 1080, height: 1350 }
  const { html, text } = ticketsMail('camila@previa.example', { ...message, flyer })
  expect(html).toMatch(
    new RegExp(
      `<img\\s+src="https://previa.example/media/${flyer.id}-640.jpg"\\s+alt="Flyer de Fiesta Lunar Rosario"\\s+width="240"`,
    ),
  )
  expect(html.indexOf('<img')).toBeLessThan(html.indexOf('Hola, Camila'))
  expect(text).not.toContain('media')
  expect(ticketsMail('camila@previa.example', message).html).not.toContain('<img')
})

test('only the buyer reads where the receipt and the right of regret are', () => {
  const purchase = ticketsMail('a@b.example', { ...message, isPurchase: true })
  const gift = ticketsMail('a@b.example', message)
  for (const link of ['https://previa.example/cliente/historial', 'https://previa.example/devolucion']) {
    expect([purchase.html, purchase.text].every((text) => text.includes(link))).toBe(true)
    expect([gift.html, gift.text].some((text) => text.includes(link))).toBe(false)
  }
})

test('one ticket is spoken of as one', () => {
  const single = { ...message, tickets: message.tickets.slice(0, 1) }
  expect(ticketsMail('a@b.example', single).subject).toBe('Tu entrada para Fiesta Lunar Rosario')
  expect(ticketsWhatsapp('+5493415557788', single).params.at(-1)).toBe('1 entrada')
})

test('WhatsApp fills the approved template and its button opens all tickets', () => {
  expect(ticketsWhatsapp('+5493415557788', message)).toMatchObject({
    to: '+5493415557788',
    template: 'entradas_listas',
    params: ['Camila', 'Fiesta Lunar Rosario', 'sáb 28 nov, 23:30', 'Salón Paraná, Rosario', '2 entradas'],
    buttonSuffix: 'token-uno~token-dos',
    document: { filename: 'entradas.pdf' },
  })
})

test('names are text, never markup (threat 22)', () => {
  const hostile = '<img src=x onerror=alert(1)>" \'&'
  const { html } = ticketsMail('a@b.example', {
    ...message,
    eventName: hostile,
    holderName: hostile,
    place: hostile,
    tickets: [{ typeName: hostile, validUntil: null, number: '7KQ29XMB', linkToken: 't' }],
  })
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot; &#39;&amp;')
})

test('an event without a date says so', () => {
  expect(ticketsMail('a@b.example', { ...message, startsAt: null }).text).toContain('Fecha a confirmar')
})

test('a person who was handed a ticket reads the age that the event asks for', () => {
  const handed = ticketsMail('camila@previa.example', { ...message, giverName: 'Sol Paz', minimumAge: 21 })
  for (const text of [handed.html, handed.text]) expect(text).toContain('Es para mayores de 21 años: llevá tu DNI.')
  const bought = ticketsMail('camila@previa.example', { ...message, minimumAge: 21 })
  for (const text of [bought.html, bought.text]) expect(text).not.toContain('mayores de 21')
})

test('a courtesy names the organization that invites, and what was sold in person says so', () => {
  const invited = { ...message, minimumAge: 18, issuer: { name: 'Club Central', wasPaid: false } }
  const mail = ticketsMail('a@b.example', invited)
  expect(mail.subject).toBe('Club Central te invitó a Fiesta Lunar Rosario')
  expect(mail.text).toContain('Club Central te invitó a Fiesta Lunar Rosario.')
  expect(mail.text).toContain('mayores de 18')
  expect(ticketsWhatsapp('+5493415557788', invited)).toMatchObject({
    template: 'entrada_de_cortesia',
    params: [
      'Camila',
      'Club Central',
      'Fiesta Lunar Rosario',
      'sáb 28 nov, 23:30',
      'Salón Paraná, Rosario',
      '2 entradas',
    ],
  })
  const sold = { ...message, issuer: { name: 'Club Central', wasPaid: true } }
  expect(ticketsMail('a@b.example', sold).subject).toBe(
    'Tus entradas para Fiesta Lunar Rosario: las compraste en persona',
  )
  expect(ticketsMail('a@b.example', sold).text).toContain('Le compraste en persona a Club Central')
  expect(ticketsWhatsapp('+5493415557788', sold).template).toBe('entradas_listas')
})

test('the drinks that came with a ticket are named next to it', () => {
  const [first] = message.tickets
  if (!first) throw new Error('The message has tickets')
  const { text, html } = ticketsMail('a@previa.example', {
    ...message,
    tickets: [{ ...first, drinks: ['Cerveza', 'Agua', 'Cerveza'] }],
  })
  for (const body of [text, html]) expect(body).toContain('2 × Cerveza · 1 × Agua')
})
