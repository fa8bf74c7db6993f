/** What holders read when their tickets arrive. Pure: the same tickets give the same message. */
import type { EmailAttachment, EmailMessage } from '#server/adapters/email/port.ts'
import type { WhatsappMessage } from '#server/adapters/whatsapp/port.ts'
import { brand } from '#contract/platform/brand.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { paths } from '#contract/api/paths.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { joinLinkTokens } from '#contract/sales/ticket-links.ts'
import { validUntilWords } from '#contract/sales/tickets.ts'
import { html, renderMarkup, type Markup } from '#server/shared/html.ts'
import {
  firstName,
  mailAside,
  mailColors,
  mailFlyer,
  mailPage,
  mailTitle,
  type MailEvent,
} from '#server/shared/mail-page.ts'

interface MessageTicket {
  readonly typeName: string
  /** Until when the type opens the door, if it has such an hour. */
  readonly validUntil: string | null
  readonly number: string
  /** Names of the drinks that its code still gets at the bar. */
  readonly drinks?: readonly string[]
  readonly linkToken: string
}

export interface TicketsMessage extends MailEvent {
  /** Where links begin, without a trailing slash. */
  readonly publicUrl: string
  readonly holderName: string
  /** The person who handed the ticket on; null for tickets that come from a purchase. */
  readonly giverName?: string | null
  /** The organization that gave the tickets or sold them in person; null for tickets of an order. */
  readonly issuer?: { readonly name: string; readonly wasPaid: boolean } | null
  /** Of the event, if it has one. */
  readonly minimumAge?: number | null
  /** The reader, who was handed the ticket, is under that age: it has no code. */
  readonly isBarredByAge?: boolean
  readonly startsAt: string | null
  readonly place: string
  readonly tickets: readonly MessageTicket[]
  /** Of the link that activates the reader's account; null where it is active. */
  readonly activationToken?: string | null
  /** The page of the order, where it was bought without a session and is in no account yet. */
  readonly orderLink?: string | null
  /** Whether the reader paid for them: the mail says where the receipt is, and what the right of regret is. */
  readonly isPurchase: boolean
  /** Of the purchase, where it goes along. */
  readonly receipt?: EmailAttachment | null
  readonly pdf: Buffer
  readonly idempotencyKey: string
}

const { papel, noche, humo, humoPapel, celeste, onCeleste, sol } = mailColors

/** Template that the business has approved at WhatsApp: name, event, date, place, and how many tickets come. */
const TEMPLATE = 'entradas_listas'
/** The same for a ticket that was handed on: giver, event, date and place. */
const RECEIVED_TEMPLATE = 'entrada_recibida'
/** The same for courtesies: organization, event, date, place, and how many come. */
const INVITED_TEMPLATE = 'entrada_de_cortesia'

const PDF_NAME = 'entradas.pdf'

/** The mail that carries tickets, with their PDF. */
export function ticketsMail(to: string, message: TicketsMessage): EmailMessage {
  return {
    to,
    subject: subject(message),
    html: renderMarkup(page(message)),
    text: plain(message),
    attachments: [pdfOf(message), ...(message.receipt ? [message.receipt] : [])],
    idempotencyKey: message.idempotencyKey,
  }
}

/** The WhatsApp message that carries tickets; its button opens all of them. */
export function ticketsWhatsapp(to: string, message: TicketsMessage): WhatsappMessage {
  const count = message.tickets.length
  const { giverName, issuer } = message
  const reader = firstName(message.holderName)
  const about = [message.eventName, when(message), message.place]
  const counted = count === 1 ? '1 entrada' : `${count} entradas`
  return {
    to,
    ...(giverName
      ? { template: RECEIVED_TEMPLATE, params: [reader, giverName, ...about] }
      : issuer && !issuer.wasPaid
        ? { template: INVITED_TEMPLATE, params: [reader, issuer.name, ...about, counted] }
        : { template: TEMPLATE, params: [reader, ...about, counted] }),
    document: pdfOf(message),
    buttonSuffix: joinLinkTokens(message.tickets.map(({ linkToken }) => linkToken)),
    idempotencyKey: message.idempotencyKey,
  }
}

function pdfOf({ pdf }: TicketsMessage): EmailAttachment {
  return { filename: PDF_NAME, contentType: 'application/pdf', content: pdf }
}

function heading({ tickets }: TicketsMessage): string {
  return tickets.length === 1 ? 'Tu entrada' : 'Tus entradas'
}

function subject(message: TicketsMessage): string {
  const { giverName, issuer, eventName, tickets } = message
  if (giverName) return `${firstName(giverName)} te pasó una entrada para ${eventName}`
  if (!issuer) return `${heading(message)} para ${eventName}`
  if (!issuer.wasPaid) return `${issuer.name} te invitó a ${eventName}`
  return tickets.length === 1
    ? `Tu entrada para ${eventName}: la compraste en persona`
    : `Tus entradas para ${eventName}: las compraste en persona`
}

function opening(message: TicketsMessage): string {
  const { giverName, issuer } = message
  if (giverName) return `${giverName} te pasó una entrada para`
  if (!issuer) return `${heading(message)} para`
  return issuer.wasPaid ? `Le compraste en persona a ${issuer.name} para` : `${issuer.name} te invitó a`
}

function when({ startsAt }: TicketsMessage): string {
  return startsAt ? formatMoment(startsAt) : 'Fecha a confirmar'
}

function typeLine({
  typeName,
  validUntil,
  drinks = [],
}: Pick<MessageTicket, 'typeName' | 'validUntil' | 'drinks'>): string {
  const counted = [...Map.groupBy(drinks, (name) => name)].map(([name, { length }]) => `${length} × ${name}`)
  return [typeName, ...(validUntil ? [validUntilWords(validUntil)] : []), ...counted].join(' · ')
}

function linkOf({ publicUrl }: TicketsMessage, linkToken: string): string {
  return `${publicUrl}${paths.ticketLink(linkToken)}`
}

function advice({ tickets, isBarredByAge }: TicketsMessage): string {
  if (isBarredByAge)
    return 'Según la fecha de nacimiento de tu cuenta no te sirve para entrar: podés pasársela a otra persona.'
  const once =
    'una vez antes de salir y después funciona sin conexión. El QR entra una sola vez: no lo compartas ni lo publiques.'
  return tickets.length === 1
    ? `Abrila ${once} También la tenés en el PDF adjunto.`
    : `Abrilas ${once} También las tenés en el PDF adjunto.`
}

/** A person who was given a ticket saw no checkout, which says it to buyers. */
function ageLine({ giverName, issuer, minimumAge, isBarredByAge }: TicketsMessage): string {
  if (isBarredByAge) return `Es solo para mayores de ${minimumAge} años.`
  return (giverName || issuer) && minimumAge ? `Es para mayores de ${minimumAge} años: llevá tu DNI.` : ''
}

function purchaseLinks({ publicUrl, receipt, orderLink }: TicketsMessage) {
  return [
    {
      text: receipt ? 'El comprobante va adjunto y queda en' : 'El comprobante de tu compra está en',
      ...(orderLink
        ? { label: 'tu compra', href: `${publicUrl}${orderLink}` }
        : { label: 'Mis compras', href: `${publicUrl}${paths.clientHistory()}` }),
    },
    {
      text: 'Si te arrepentís de la compra, usá el',
      label: 'Botón de Arrepentimiento',
      href: `${publicUrl}${paths.refundPolicy()}`,
    },
  ]
}

/** To a person whose account was made by a hand-over to them, or who bought without one; alike whether they have another. */
function activation({ publicUrl, activationToken, orderLink, tickets }: TicketsMessage) {
  if (!activationToken) return null
  const them = tickets.length === 1 ? 'verla o pasarla' : 'verlas o pasarlas'
  return {
    text: orderLink
      ? `Para ${them} desde tu cuenta, ${tickets.length === 1 ? 'sumala' : 'sumalas'}. Si todavía no tenés una, la abrís con una contraseña:`
      : `Te abrimos una cuenta: activala con una contraseña para ${them}.`,
    label: orderLink ? 'Sumar a mi cuenta' : 'Activar mi cuenta',
    href: publicUrl + paths.activateAccount(activationToken),
    until: 'El enlace vale 72 horas y una sola vez.',
  }
}

function page(message: TicketsMessage): Markup {
  const account = activation(message)
  const cards = message.tickets.map(
    ({ linkToken, ...ticket }) =>
      html`<table
        role="presentation"
        width="100%"
        cellpadding="0"
        cellspacing="0"
        style="background:${papel};border-radius:14px;margin:0 0 12px"
      >
        <tr>
          <td style="padding:16px 0 16px 18px">
            <div style="font-size:12px;color:${humoPapel}">${typeLine(ticket)}</div>
            <div style="font-size:16px;font-weight:600;white-space:nowrap;color:${noche}">
              N.º ${formatTicketNumber(ticket.number)}
            </div>
          </td>
          <td align="right" style="padding:16px 18px 16px 8px">
            <a
              href="${linkOf(message, linkToken)}"
              style="display:inline-block;background:${celeste};color:${onCeleste};text-decoration:none;font-weight:600;font-size:14px;white-space:nowrap;padding:14px 18px;border-radius:999px"
              >Ver entrada</a
            >
          </td>
        </tr>
      </table>`,
  )
  return mailPage(
    heading(message),
    html`${mailFlyer(message.publicUrl, message)}
      <p style="margin:0 0 6px;color:${humo}">Hola, ${firstName(message.holderName)}. ${opening(message)}</p>
      ${mailTitle(message.eventName)}
      <p style="margin:0;font-weight:600;color:${sol}">${when(message)}</p>
      <p style="margin:4px 0 22px;font-size:14px;color:${humo}">${message.place}</p>
      ${cards} ${ageLine(message) && mailAside(ageLine(message))} ${mailAside(advice(message))}
      ${
        account &&
        mailAside(
          html`${account.text} <a href="${account.href}" style="color:${celeste};font-weight:700">${account.label}</a>.
            ${account.until}`,
        )
      }
      ${
        message.isPurchase &&
        purchaseLinks(message).map(({ text, label, href }) =>
          mailAside(html`${text} <a href="${href}" style="color:${celeste};font-weight:700">${label}</a>.`),
        )
      }`,
  )
}

function plain(message: TicketsMessage): string {
  const account = activation(message)
  return [
    `Hola, ${firstName(message.holderName)}. ${opening(message)} ${message.eventName}.`,
    '',
    when(message),
    message.place,
    '',
    ...message.tickets.map(
      ({ linkToken, ...ticket }) =>
        `${typeLine(ticket)} · N.º ${formatTicketNumber(ticket.number)}\n${linkOf(message, linkToken)}\n`,
    ),
    ...(ageLine(message) ? [ageLine(message), ''] : []),
    advice(message),
    '',
    ...(account ? [`${account.text} ${account.until}`, `${account.label}: ${account.href}`, ''] : []),
    ...(message.isPurchase
      ? [...purchaseLinks(message).map(({ text, label, href }) => `${text} ${label}: ${href}`), '']
      : []),
    `¿Necesitás ayuda? Escribinos a ${brand.supportMail}.`,
    `${brand.name} · ${brand.subtitle}`,
  ].join('\n')
}
