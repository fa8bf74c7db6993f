/** What holders read when their tickets arrive. Pure: the same tickets give the same message. */
import type { EmailAttachment, EmailMessage } from '#server/adapters/email/port.ts'
import type { WhatsappMessage } from '#server/adapters/whatsapp/port.ts'
import { brand } from '#contract/brand.ts'
import { formatMoment } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { formatTicketNumber } from '#contract/ticket-number.ts'
import { html, renderMarkup, type Markup } from '#server/shared/html.ts'

export interface TicketsMessage {
  /** Where links begin, without a trailing slash. */
  readonly publicUrl: string
  readonly holderName: string
  /** Whoever handed the ticket on; null for tickets that come from a purchase. */
  readonly giverName?: string | null
  readonly eventName: string
  readonly startsAt: string | null
  readonly place: string
  readonly tickets: readonly { readonly typeName: string; readonly number: string; readonly linkToken: string }[]
  readonly pdf: Buffer
  readonly idempotencyKey: string
}

// The palette of look.md; mail programs know no variables.
const NOCHE = '#0b0c12'
const TINTA = '#12141d'
const PAPEL = '#f6f4ee'
const HUMO = '#a9aec2'
const HUMO_PAPEL = '#5c6172'
const CELESTE = '#74c7ff'
const SOL = '#ffc233'
const FONT = "Archivo, 'Helvetica Neue', Helvetica, Arial, sans-serif"

/** Template that the business has approved at WhatsApp: name, event, date, place, and how many tickets come. */
const TEMPLATE = 'entradas_listas'
/** Who gave it, event, date and place of a ticket that was handed on. */
const RECEIVED_TEMPLATE = 'entrada_recibida'
/** What the giver reads: event, ticket and to whom it went. */
const GIVEN_TEMPLATE = 'entrada_transferida'

const PDF_NAME = 'entradas.pdf'

/** The mail that carries tickets, with their PDF. */
export function ticketsMail(to: string, message: TicketsMessage): EmailMessage {
  return {
    to,
    subject: `${heading(message)} para ${message.eventName}`,
    html: renderMarkup(page(message)),
    text: plain(message),
    attachments: [pdfOf(message)],
    idempotencyKey: message.idempotencyKey,
  }
}

/** The WhatsApp message that carries tickets; its button opens the first one. */
export function ticketsWhatsapp(to: string, message: TicketsMessage): WhatsappMessage {
  const count = message.tickets.length
  const { giverName } = message
  const about = [message.eventName, when(message), message.place]
  return {
    to,
    ...(giverName
      ? { template: RECEIVED_TEMPLATE, params: [firstName(message), giverName, ...about] }
      : {
          template: TEMPLATE,
          params: [firstName(message), ...about, count === 1 ? '1 entrada' : `${count} entradas`],
        }),
    document: pdfOf(message),
    buttonSuffix: message.tickets[0]?.linkToken ?? '',
    idempotencyKey: message.idempotencyKey,
  }
}

function pdfOf({ pdf }: TicketsMessage): EmailAttachment {
  return { filename: PDF_NAME, contentType: 'application/pdf', content: pdf }
}

function heading({ tickets }: TicketsMessage): string {
  return tickets.length === 1 ? 'Tu entrada' : 'Tus entradas'
}

function opening(message: TicketsMessage): string {
  return message.giverName ? `${message.giverName} te pasó su entrada para` : `${heading(message)} para`
}

function firstName({ holderName }: Pick<TicketsMessage, 'holderName'>): string {
  return holderName.split(' ')[0] ?? holderName
}

function when({ startsAt }: TicketsMessage): string {
  return startsAt ? formatMoment(startsAt) : 'Fecha a confirmar'
}

function linkOf({ publicUrl }: TicketsMessage, linkToken: string): string {
  return `${publicUrl}${paths.ticketLink(linkToken)}`
}

function advice({ tickets }: TicketsMessage): string {
  const once =
    'una vez antes de salir y después funciona sin conexión. El QR entra una sola vez: no lo compartas ni lo publiques.'
  return tickets.length === 1
    ? `Abrila ${once} También la tenés en el PDF adjunto.`
    : `Abrilas ${once} También las tenés en el PDF adjunto.`
}

function page(message: TicketsMessage): Markup {
  const cards = message.tickets.map(
    ({ typeName, number, linkToken }) =>
      html`<table
        role="presentation"
        width="100%"
        cellpadding="0"
        cellspacing="0"
        style="background:${PAPEL};border-radius:14px;margin:0 0 12px"
      >
        <tr>
          <td style="padding:16px 0 16px 18px">
            <div style="font-size:12px;color:${HUMO_PAPEL}">${typeName}</div>
            <div style="font-size:16px;font-weight:600;white-space:nowrap;color:${NOCHE}">
              N.º ${formatTicketNumber(number)}
            </div>
          </td>
          <td align="right" style="padding:16px 18px 16px 8px">
            <a
              href="${linkOf(message, linkToken)}"
              style="display:inline-block;background:${CELESTE};color:#06121c;text-decoration:none;font-weight:600;font-size:14px;white-space:nowrap;padding:14px 18px;border-radius:999px"
              >Ver entrada</a
            >
          </td>
        </tr>
      </table>`,
  )
  return html`<!doctype html>
    <html lang="es-AR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="dark light" />
        <title>${heading(message)}</title>
      </head>
      <body style="margin:0;background:${NOCHE};font-family:${FONT}">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
          <tr>
            <td align="center" style="padding:28px 16px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:560px;text-align:left"
              >
                <tr>
                  <td style="padding:0 0 18px;font-size:18px;font-weight:800;color:${PAPEL}">${brand.name}</td>
                </tr>
                <tr>
                  <td style="background:${TINTA};border-radius:14px;padding:24px 20px">
                    <p style="margin:0 0 6px;font-size:16px;color:${HUMO}">
                      Hola, ${firstName(message)}. ${opening(message)}
                    </p>
                    <h1 style="margin:0 0 10px;font-size:28px;line-height:1.15;font-weight:800;color:${PAPEL}">
                      ${message.eventName}
                    </h1>
                    <p style="margin:0;font-size:16px;font-weight:600;color:${SOL}">${when(message)}</p>
                    <p style="margin:4px 0 22px;font-size:14px;color:${HUMO}">${message.place}</p>
                    ${cards}
                    <p style="margin:10px 0 0;font-size:14px;line-height:1.5;color:${HUMO}">${advice(message)}</p>
                  </td>
                </tr>
                <tr>
                  <td style="padding:18px 4px;font-size:12px;line-height:1.5;color:${HUMO}">
                    ¿Necesitás ayuda? Escribinos a ${brand.supportMail}.<br />${brand.company.legalName}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`
}

function plain(message: TicketsMessage): string {
  return [
    `Hola, ${firstName(message)}. ${opening(message)} ${message.eventName}.`,
    '',
    when(message),
    message.place,
    '',
    ...message.tickets.map(
      ({ typeName, number, linkToken }) =>
        `${typeName} · N.º ${formatTicketNumber(number)}\n${linkOf(message, linkToken)}\n`,
    ),
    advice(message),
    '',
    `¿Necesitás ayuda? Escribinos a ${brand.supportMail}.`,
    `${brand.name} · ${brand.company.legalName}`,
  ].join('\n')
}

export interface TransferMessage {
  readonly publicUrl: string
  readonly giverName: string
  readonly receiverName: string
  readonly eventName: string
  readonly typeName: string
  readonly number: string
  readonly idempotencyKey: string
}

/** Tells the giver that a ticket is no longer theirs, and what to do if it was not them. */
export function transferMail(to: string, message: TransferMessage): EmailMessage {
  const name = firstName({ holderName: message.giverName })
  const ticket = `${message.typeName} · N.º ${formatTicketNumber(message.number)}`
  const gone =
    'El QR, el enlace y el PDF que tenías ya no abren la puerta. Si hay una devolución, la recibe quien pagó.'
  const wasNotYou = `¿No fuiste vos? Cambiá tu contraseña y escribinos a ${brand.supportMail}.`
  const link = `${message.publicUrl}${paths.clientDashboard()}`
  return {
    to,
    subject: `Transferiste una entrada para ${message.eventName}`,
    html: renderMarkup(
      html`<!doctype html>
        <html lang="es-AR">
          <body style="margin:0;padding:24px;background:${NOCHE};color:${PAPEL};font:16px/1.5 ${FONT}">
            <div style="max-width:520px;margin:0 auto;padding:24px;background:${TINTA};border-radius:14px">
              <h1 style="margin:0 0 16px;font-size:22px">Tu entrada ahora es de ${message.receiverName}</h1>
              <p>Hola, ${name}. Transferiste tu entrada para <strong>${message.eventName}</strong>.</p>
              <p style="color:${HUMO}">${ticket}</p>
              <p>${gone}</p>
              <p><a href="${link}" style="color:${CELESTE}">Ver mis entradas</a></p>
              <p style="font-size:14px;color:${HUMO}">${wasNotYou}</p>
            </div>
          </body>
        </html>`,
    ),
    text: [
      `Hola, ${name}. Transferiste tu entrada para ${message.eventName} a ${message.receiverName}.`,
      '',
      ticket,
      gone,
      '',
      wasNotYou,
      `${brand.name} · ${brand.company.legalName}`,
    ].join('\n'),
    idempotencyKey: message.idempotencyKey,
  }
}

export function transferWhatsapp(to: string, message: TransferMessage): WhatsappMessage {
  return {
    to,
    template: GIVEN_TEMPLATE,
    params: [
      firstName({ holderName: message.giverName }),
      message.eventName,
      formatTicketNumber(message.number),
      message.receiverName,
    ],
    idempotencyKey: message.idempotencyKey,
  }
}
