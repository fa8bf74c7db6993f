/** Tells a company's owners what became of the account that they are paid into. */
import { brand } from '#contract/brand.ts'
import { formatMoment } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { App, Core } from '#server/context.ts'
import type { JobPayloads } from '#server/jobs/catalogue.ts'
import { sendMessage } from '#server/modules/notifications/send-message.ts'
import { newId } from '#server/shared/ids.ts'
import { writeLetter } from '#server/shared/mail-page.ts'
import { listOwners } from './queries.ts'

type News = JobPayloads['companies.tell-payment-account']['news']

/** What those who answer for the platform are told too. */
const OF_SUPPORT_TOO: readonly News['what'][] = ['another', 'unfunded']

/** Has every owner told, and support of the gravest, once the caller's transaction commits. */
export async function queueAccountNews(app: Core, companyId: string, news: News): Promise<void> {
  const owners = await listOwners(app, companyId)
  const readers = [...owners.map(({ id }) => id), ...(OF_SUPPORT_TOO.includes(news.what) ? [null] : [])]
  for (const userId of readers) {
    await app.queue.enqueue(app, 'companies.tell-payment-account', { companyId, userId, news, messageId: newId() })
  }
}

/** Sends one of them; support where `userId` is null. Throws when the mail host is away, to be tried again. */
export async function notifyOwner(
  app: App,
  { companyId, userId, news, messageId }: JobPayloads['companies.tell-payment-account'],
): Promise<void> {
  const owners = await listOwners(app, companyId)
  const owner = owners.find(({ id }) => id === userId)
  const to = userId === null ? brand.supportMail : owner?.mail
  const companyName = owners[0]?.companyName
  if (!to || companyName === undefined) return
  const { subject, line } = wordsOf(news, companyName)
  const letter = writeLetter(
    to,
    { name: owner?.name ?? brand.name, idempotencyKey: `payment-account-${messageId}` },
    {
      subject,
      lines: [line],
      action: { label: 'Ver mis cobros', href: app.config.publicUrl + paths.organizerPayments() },
      after: `Si no fuiste vos, escribinos ya a ${brand.supportMail}.`,
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
