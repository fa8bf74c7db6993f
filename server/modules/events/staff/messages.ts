/** What the people of an event's team read. Pure. */
import { formatMoment } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { TeamKind } from '#contract/events-team.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { WhatsappMessage } from '#server/adapters/whatsapp/port.ts'
import { html, renderMarkup } from '#server/shared/html.ts'
import {
  firstName,
  MAIL_FOOT,
  mailButton,
  mailColors,
  mailPage,
  mailTitle,
  writeLetter,
} from '#server/shared/mail-page.ts'

export interface StaffNews {
  readonly publicUrl: string
  readonly name: string
  /** `pending`: the activation link is in another message. */
  readonly state: string
  readonly kind: TeamKind
  readonly act: 'assigned' | 'removed'
  readonly eventName: string
  readonly companyName: string
  readonly startsAt: string | null
  readonly venueName: string
  readonly city: string
  readonly idempotencyKey: string
}

/** Templates that the business has approved at WhatsApp: name, what they do, event, company, when and where. */
const TEMPLATES = { assigned: 'equipo_asignado', removed: 'equipo_baja' } as const

const WORK = { RRPP: 'RRPP', SCANNER: 'la puerta' } as const
const STARTS = {
  RRPP: { label: 'Ver mis eventos', path: paths.promoterEvents() },
  SCANNER: { label: 'Abrir el escáner', path: paths.scanner() },
} as const

/** The mail that says what they do now at the event, or that they do it no more. */
export function staffMail(to: string, news: StaffNews): EmailMessage {
  const { subject, line } = words(news)
  const hello = `Hola, ${firstName(news.name)}.`
  const isIn = news.act === 'assigned'
  const next = isIn && (news.state === 'pending' ? { text: ACTIVATE } : { text: SIGN_IN, ...STARTS[news.kind] })
  const link = next && 'path' in next ? `${news.publicUrl}${next.path}` : null
  const page = mailPage(
    subject,
    html`${mailTitle(subject)}
      <p style="margin:0 0 12px">${hello} ${line}</p>
      <p style="margin:0 0 12px;color:${mailColors.sol};font-weight:600">${moment(news)}</p>
      ${next && html`<p style="margin:0">${next.text}</p>`}
      ${link && mailButton(next && 'label' in next ? next.label : '', link)}`,
  )
  const text = [`${hello} ${line}`, moment(news), ...(next ? [next.text] : []), ...(link ? [link] : [])]
  return {
    to,
    subject,
    html: renderMarkup(page),
    text: `${[...text, MAIL_FOOT].join('\n\n')}\n`,
    idempotencyKey: `${news.idempotencyKey}-mail`,
  }
}

export function staffWhatsapp(to: string, news: StaffNews): WhatsappMessage {
  return {
    to,
    template: TEMPLATES[news.act],
    params: [firstName(news.name), WORK[news.kind], news.eventName, news.companyName, moment(news)],
    idempotencyKey: `${news.idempotencyKey}-whatsapp`,
  }
}

export interface StaffTaken {
  readonly publicUrl: string
  readonly inviterName: string
  /** As the inviter called them. */
  readonly givenName: string
  readonly eventId: string
  readonly eventName: string
  readonly proved: 'mail' | 'phone'
  readonly idempotencyKey: string
}

/** Inviter, invited, event, and by what. */
const TAKEN_TEMPLATE = 'equipo_confirmado'
const BY = { mail: 'el email', phone: 'el teléfono' } as const

/** To whoever invited somebody by a phone and a mail: the first that was proved is on the team. */
export function staffTakenMail(to: string, message: StaffTaken): EmailMessage {
  const { givenName, eventName } = message
  const other = message.proved === 'mail' ? 'teléfono' : 'email'
  return writeLetter(
    to,
    { ...message, name: message.inviterName },
    {
      subject: `Ya se sumó ${givenName} al equipo de ${eventName}`,
      lines: [
        `En el equipo de ${eventName} está quien confirmó ${BY[message.proved]} con el que invitaste a ${givenName}.`,
        `El ${other} que escribiste no lo confirmó nadie.`,
      ],
      action: { label: 'Ver el equipo', href: message.publicUrl + paths.eventTeam(message.eventId) },
      after: '¿No era esa persona? Sacala del equipo.',
    },
  )
}

export function staffTakenWhatsapp(to: string, message: StaffTaken): WhatsappMessage {
  return {
    to,
    template: TAKEN_TEMPLATE,
    params: [firstName(message.inviterName), message.givenName, message.eventName, BY[message.proved]],
    idempotencyKey: message.idempotencyKey,
  }
}

const ACTIVATE = 'Para empezar, activá tu cuenta con el enlace que te mandamos en otro mensaje.'
const SIGN_IN = 'Entrá con tu teléfono y tu contraseña de siempre.'

function words({ kind, act, eventName, companyName }: StaffNews): { subject: string; line: string } {
  if (act === 'removed') {
    return {
      subject: `Ya no estás en el equipo de ${eventName}`,
      line: `${companyName} te sacó ${kind === 'RRPP' ? 'de los RRPP' : 'de la puerta'} de ${eventName}. Cerramos tus sesiones: para seguir usando tu cuenta, volvé a ingresar.`,
    }
  }
  return {
    subject: `Te sumaron al equipo de ${eventName}`,
    line:
      kind === 'RRPP'
        ? `${companyName} te sumó como RRPP de ${eventName}.`
        : `${companyName} te sumó a la puerta de ${eventName}: vas a escanear las entradas.`,
  }
}

function moment({ startsAt, venueName, city }: StaffNews): string {
  return `${startsAt ? formatMoment(startsAt) : 'Fecha a confirmar'} · ${venueName}, ${city}`
}
