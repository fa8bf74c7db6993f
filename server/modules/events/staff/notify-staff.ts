/** Notifies a person that they joined or left the team of an event. */
import { formatMoment } from '#contract/dates.ts'
import type { TeamKind } from '#contract/events-team.ts'
import { paths } from '#contract/paths.ts'
import type { EmailMessage } from '#server/adapters/email/port.ts'
import type { WhatsappMessage } from '#server/adapters/whatsapp/port.ts'
import type { App, Core } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { takeNoticeQuota } from '#server/modules/accounts/contact/take-notice-quota.ts'
import { openChannels, sendMessage, type OutgoingMessage } from '#server/modules/notifications/send-message.ts'
import { html, renderMarkup } from '#server/shared/html.ts'
import { newId } from '#server/shared/ids.ts'
import { firstName, MAIL_FOOT, mailButton, mailColors, mailPage, mailTitle } from '#server/shared/mail-page.ts'
import { findStaffNews } from './queries-staff.ts'

type News = Omit<JobPayloads['events.tell-staff'], 'channel' | 'messageId'>

/**
 * Queues the news once for every open channel, and nothing for a person who had ten notices in the last hour (`takeNoticeQuota`).
 * Call it in the transaction of the act itself.
 */
export async function queueStaffNews(app: Core, news: News): Promise<void> {
  if (!(await takeNoticeQuota(app, news.userId))) return
  const messageId = newId()
  for (const channel of openChannels(app)) {
    await app.queue.enqueue(app, 'events.tell-staff', { ...news, channel, messageId })
  }
}

/**
 * Sends the news by one channel, when the person has such a contact. News that was undone meanwhile is not sent. Throws when
 * the vendor is away, so that the job is tried again with the same key.
 */
export async function notifyStaff(
  app: App,
  { messageId, act, channel, ...of }: JobPayloads['events.tell-staff'],
): Promise<void> {
  const found = await findStaffNews(app, of)
  if (!found || found.isOfTeam !== (act === 'assigned')) return
  const { mail, phone, ...about } = found
  const news = { ...about, kind: of.kind, act, publicUrl: app.config.publicUrl, idempotencyKey: `staff-${messageId}` }
  const to = channel === 'mail' ? mail : phone
  if (!to) return
  const message: OutgoingMessage =
    channel === 'mail' ? { channel, ...staffMail(to, news) } : { channel, ...staffWhatsapp(to, news) }
  const outcome = await sendMessage(app, message)
  if ('refused' in outcome) app.log.warn({ ...of, reason: outcome.refused }, 'a person of a team could not be told')
}

interface StaffNews {
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

function staffMail(to: string, news: StaffNews): EmailMessage {
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

function staffWhatsapp(to: string, news: StaffNews): WhatsappMessage {
  return {
    to,
    template: TEMPLATES[news.act],
    params: [firstName(news.name), WORK[news.kind], news.eventName, news.companyName, moment(news)],
    idempotencyKey: `${news.idempotencyKey}-whatsapp`,
  }
}

const ACTIVATE = 'Para empezar, activá tu cuenta con el enlace que te mandamos en otro mensaje.'
const SIGN_IN = 'Entrá con tu teléfono y tu contraseña de siempre.'

function words({ kind, act, eventName, companyName }: StaffNews): { subject: string; line: string } {
  if (act === 'removed') {
    return {
      subject: `Ya no estás en el equipo de ${eventName}`,
      line: `${companyName} te sacó ${kind === 'RRPP' ? 'de los RRPP' : 'de la puerta'} de ${eventName}. Tu cuenta y tus entradas siguen como estaban.`,
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
