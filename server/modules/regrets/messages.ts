/** Mails about regrets. Pure. */
import { formatMoment } from '#contract/values/dates.ts'
import { fillPath, paths } from '#contract/api/paths.ts'
import { REGRET_HOURS } from '#contract/sales/regrets.ts'
import { places } from '#contract/platform/places.ts'
import type { Letter } from '#server/shared/mail-page.ts'
import type { TeamNotice } from './store.ts'

export function invitationMail({
  code,
  submittedAt,
  token,
}: {
  readonly code: string
  readonly submittedAt: string
  readonly token: string
}): Letter {
  return {
    subject: `Tu arrepentimiento ${code}`,
    lines: [
      `Recibimos el ${formatMoment(submittedAt)} un pedido de arrepentimiento por una compra tuya. Su código es ${code}.`,
      'Abrí el enlace y confirmá de qué compra te arrepentís: lo que corresponde se devuelve en el momento, con el cargo por servicio incluido. Vale la fecha del pedido, aunque lo abras después.',
    ],
    action: { label: 'Confirmar mi arrepentimiento', path: `${fillPath(places.regret.path, code)}#token=${token}` },
    after: 'Si no fuiste vos, no hagas nada: sin este enlace tu compra no se devuelve sola.',
  }
}

export function answerMail({ code, answer }: { readonly code: string; readonly answer: string }): Letter {
  return {
    subject: `Respuesta a tu arrepentimiento ${code}`,
    lines: [answer],
    after:
      'Si no estás de acuerdo podés reclamar en la ventanilla federal de Defensa del Consumidor: www.argentina.gob.ar/defensadelconsumidor.',
  }
}

export function holderMail({ eventName, answerBy }: { readonly eventName: string; readonly answerBy: string }): Letter {
  return {
    subject: `Quien compró tu entrada para ${eventName} pidió la devolución`,
    lines: [
      `Quien compró la entrada que te pasaron para ${eventName} se arrepintió de la compra.`,
      `Como ahora es tuya, lo decide una persona de nuestro equipo antes del ${formatMoment(answerBy)}. Mientras tanto tu entrada sigue valiendo.`,
      'Si se devuelve, te avisamos: la plata vuelve a quien la pagó y la entrada deja de servir.',
    ],
    action: { label: 'Ver mis entradas', path: paths.clientDashboard() },
  }
}

const TEAM_WORDS = {
  failed: {
    one: (code: string) => `Urgente: la plata del arrepentimiento ${code} no volvió`,
    many: (amount: number) => `Urgente: la plata de ${amount} arrepentimientos no volvió`,
    line: 'Se pidió la devolución y no se hizo: el motivo está en cada uno. Hay que resolverlo y contestar de nuevo.',
  },
  waits: {
    one: (code: string) => `El arrepentimiento ${code} espera a una persona`,
    many: (amount: number) => `${amount} arrepentimientos esperan a una persona`,
    line: `Hay que contestarlo antes de las ${REGRET_HOURS.answer} horas del pedido.`,
  },
  deadline: {
    one: (code: string) => `Urgente: el arrepentimiento ${code} está por vencer`,
    many: (amount: number) => `Urgente: ${amount} arrepentimientos están por vencer`,
    line: `Nadie lo contestó en ${REGRET_HOURS.deadline} horas. La ley pide que a las ${REGRET_HOURS.answer} esté resuelto.`,
  },
} as const

export function teamMail(notice: TeamNotice, codes: readonly string[]): Letter {
  const { one, many, line } = TEAM_WORDS[notice]
  const [first = ''] = codes
  return {
    subject: codes.length === 1 ? one(first) : many(codes.length),
    lines: [line, ...(codes.length === 1 ? [] : [codes.join(', ')])],
    after: 'Está en Administración, en Arrepentimientos.',
  }
}
