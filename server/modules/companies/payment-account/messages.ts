/** Mails about the account that a company is paid into. Pure. */
import { brand } from '#contract/platform/brand.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { paths } from '#contract/api/paths.ts'
import type { Letter } from '#server/shared/mail-page.ts'

export type AccountNews =
  | { what: 'another'; nickname: string | null; from: string }
  /** The new account was disconnected before its day; alone when no other account is connected. */
  | { what: 'change_cancelled'; nickname: string | null; isAlone: boolean }
  | { what: 'expiring'; endsAt: string }
  | { what: 'disconnected' | 'revoked' | 'expired' | 'unfunded' | 'funded' }

export function accountMail(
  { companyName, isOwner, hasOwners }: { companyName: string; isOwner: boolean; hasOwners: boolean },
  { news }: { news: AccountNews },
): Letter {
  const { subject, line } = wordsOf(news, companyName)
  return isOwner
    ? {
        subject,
        lines: [line],
        action:
          news.what === 'unfunded'
            ? { label: 'Ver los reembolsos', path: paths.organizerRefunds() }
            : { label: 'Ver mis cobros', path: paths.organizerPayments() },
        after: `Si no fuiste vos, escribinos ya a ${brand.supportMail}.`,
      }
    : {
        subject,
        lines: [line, ...(hasOwners ? [] : ['No tiene titulares a quienes avisarles.'])],
        action: { label: 'Ver las organizaciones', path: paths.godCompanies() },
      }
}

function wordsOf(news: AccountNews, company: string): { readonly subject: string; readonly line: string } {
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
