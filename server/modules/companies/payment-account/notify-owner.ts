/** Tells a company's owners, and legal, what became of the account that they are paid into. */
import { brand } from '#contract/brand.ts'
import { formatMoment } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { App, Core } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { listLegal, TEAM_MAILBOX } from '#server/modules/accounts/roles/queries.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { newId } from '#server/shared/ids.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { findCompanyName, listOwners } from './queries.ts'

type News = JobPayloads['companies.tell-payment-account']['news']

/** What legal is told too (rules R7.4, R14.7). */
const OF_LEGAL_TOO: readonly News['what'][] = ['another', 'change_cancelled', 'unfunded']

/** Has every owner told, and legal of the gravest or where no owner can be, once the caller's transaction commits. */
export async function queueAccountNews(app: Core, companyId: string, news: News): Promise<void> {
  const owners = (await listOwners(app, companyId)).filter(({ mail }) => mail)
  const legal = owners.length === 0 || OF_LEGAL_TOO.includes(news.what) ? await listLegal(app) : []
  const readers = [
    ...owners.map(({ id }) => ({ userId: id })),
    ...legal.map(({ id }) => ({ userId: id, isLegal: id !== null })),
  ]
  for (const reader of readers) {
    await app.queue.enqueue(app, 'companies.tell-payment-account', { companyId, ...reader, news, messageId: newId() })
  }
}

/** Sends one of them. Throws when the mail host is away, to be tried again. */
export async function notifyOwner(
  app: App,
  { companyId, userId, isLegal = false, news, messageId }: JobPayloads['companies.tell-payment-account'],
): Promise<void> {
  const owners = await listOwners(app, companyId)
  const isOwner = userId !== null && !isLegal
  const known = isOwner ? owners : userId === null ? [TEAM_MAILBOX] : await listLegal(app)
  // Who is none any more is told nothing.
  const reader = known.find(({ id }) => id === userId)
  if (!reader?.mail) return
  const { subject, line } = wordsOf(news, await findCompanyName(app, companyId))
  const letter = writeLetter(
    reader.mail,
    { name: reader.name, idempotencyKey: `payment-account-${messageId}` },
    isOwner
      ? {
          subject,
          lines: [line],
          action:
            news.what === 'unfunded'
              ? { label: 'Ver los reembolsos', href: app.config.publicUrl + paths.organizerRefunds() }
              : { label: 'Ver mis cobros', href: app.config.publicUrl + paths.organizerPayments() },
          after: `Si no fuiste vos, escribinos ya a ${brand.supportMail}.`,
        }
      : {
          subject,
          lines: [line, ...(owners.some(({ mail }) => mail) ? [] : ['No tiene titulares a quienes avisarles.'])],
          action: { label: 'Ver las organizaciones', href: app.config.publicUrl + paths.godCompanies() },
        },
  )
  const outcome = await sendMessage(app, { channel: 'mail', ...letter })
  if ('refused' in outcome) app.log.warn({ companyId, reason: outcome.refused }, 'an owner could not be told')
}

function wordsOf(news: News, company: string): { readonly subject: string; readonly line: string } {
  switch (news.what) {
    case 'another': {
      const name = news.nickname ? `la cuenta «${news.nickname}»` : 'otra cuenta'
      return {
        subject: `${company} va a cobrar en otra cuenta de Mercado Pago`,
        line: `Conectaron ${name} para cobrar las ventas de ${company}. Por seguridad empieza a cobrar el ${formatMoment(news.from)}; hasta entonces sigue la de antes.`,
      }
    }
    case 'change_cancelled': {
      const name = news.nickname ? `la cuenta «${news.nickname}»` : 'la cuenta nueva'
      const goesOn = news.isAlone
        ? 'No queda otra conectada: sus entradas pagas no se venden hasta que conectes una.'
        : 'Queda la de antes, como estaba.'
      return {
        subject: `${company} canceló el cambio de cuenta de Mercado Pago`,
        line: `Desconectaron ${name} de ${company} antes de que empezara a cobrar. ${goesOn}`,
      }
    }
    case 'disconnected':
      return {
        subject: `${company} desconectó su cuenta de Mercado Pago`,
        line: `Desconectaron la cuenta de Mercado Pago de ${company}. Sus entradas pagas no se venden hasta que conectes una; las devoluciones de lo vendido siguen saliendo de esa cuenta.`,
      }
    case 'revoked':
      return {
        subject: `${company} no puede cobrar: reconectá Mercado Pago`,
        line: `Mercado Pago nos dice que le quitaron el permiso de cobrar por ${company}. Sus entradas pagas dejaron de venderse y las devoluciones esperan hasta que vuelvas a conectar la cuenta.`,
      }
    case 'expired':
      return {
        subject: `${company} no puede cobrar: reconectá Mercado Pago`,
        line: `Venció el permiso de cobrar por ${company} y Mercado Pago no lo renovó. Sus entradas pagas dejaron de venderse y las devoluciones esperan hasta que vuelvas a conectar la cuenta.`,
      }
    case 'unfunded':
      return {
        subject: `${company} dejó de vender entradas pagas: faltan fondos para devolver`,
        line: `Hace más de tres días que Mercado Pago no encuentra saldo en la cuenta de ${company} para devoluciones pedidas. Sus entradas pagas no se venden hasta que haya saldo y esas devoluciones salgan; se piden solas otra vez cada pocas horas.`,
      }
    case 'funded':
      return {
        subject: `${company} vuelve a vender entradas pagas`,
        line: `Las devoluciones que esperaban saldo en la cuenta de ${company} ya salieron: sus entradas pagas se venden de nuevo.`,
      }
    case 'expiring':
      return {
        subject: `Reconectá la cuenta de Mercado Pago de ${company}`,
        line: `Mercado Pago no renovó el permiso de cobrar por ${company}. Seguís vendiendo hasta el ${formatMoment(news.endsAt)}: reconectá la cuenta antes de ese día.`,
      }
  }
}
