/** What people read of a company's account at the provider. */
import { formatMoment } from '#contract/values/dates.ts'
import type {
  ConnectionProblem,
  PaymentAccountProblem,
  PaymentAccountStatus,
} from '#contract/companies/companies-payment-account.ts'
import type { BadgeTone } from '#web/ui/base/Badge.tsx'

interface Words {
  readonly badge: string
  readonly tone: BadgeTone
  readonly text: string
}

const OFF = 'Hasta que la conectes no se venden tus entradas pagas; las gratis siguen igual.'

const problems: Readonly<Record<PaymentAccountProblem, Words>> = {
  payments_off: {
    badge: 'Pagos apagados',
    tone: 'neutral',
    text: 'En esta instalación todavía no se venden entradas pagas.',
  },
  never_connected: {
    badge: 'Sin conectar',
    tone: 'sol',
    text: `Conectá la cuenta de Mercado Pago donde querés cobrar: lo que se vende entra directo ahí. ${OFF}`,
  },
  disconnected: { badge: 'Desconectada', tone: 'sol', text: `Desconectaron la cuenta. ${OFF}` },
  revoked: {
    badge: 'Sin permiso',
    tone: 'rojo',
    text: `En Mercado Pago le quitaron a la cuenta el permiso de vender acá. ${OFF} Las devoluciones pendientes también esperan.`,
  },
  expired: {
    badge: 'Venció',
    tone: 'rojo',
    text: `Venció el permiso para cobrar en tu cuenta. ${OFF} Las devoluciones pendientes también esperan.`,
  },
  unfunded: {
    badge: 'Sin saldo',
    tone: 'rojo',
    text: 'La cuenta está conectada, pero hay reembolsos sin saldo desde hace más de 72 horas: la venta paga está cerrada. Cargá saldo en tu cuenta de Mercado Pago; los volvemos a pedir solos, y cuando salgan la venta vuelve a abrirse sola.',
  },
  not_yet: {
    badge: 'En camino',
    tone: 'sol',
    text: 'Conectaste otra cuenta. Por seguridad empieza a cobrar a las 24 horas; hasta entonces no se venden tus entradas pagas.',
  },
  expiring: {
    badge: 'Por vencer',
    tone: 'sol',
    text: 'Seguís vendiendo, pero Mercado Pago no renovó el permiso: reconectá la cuenta antes de que venza.',
  },
}

/** The account's status: a label and a short explanation. */
export function accountStatusWords({ problem, account, next }: PaymentAccountStatus): Words {
  if (problem !== null) return problems[problem]
  if (account?.sellsUntil && next) {
    return {
      badge: 'Conectada',
      tone: 'yerba',
      text: `Cobrás acá hasta el ${formatMoment(account.sellsUntil)}; después, en la cuenta nueva.`,
    }
  }
  return {
    badge: 'Conectada',
    tone: 'yerba',
    text: 'Lo que se vende entra directo en esta cuenta, con el cargo de la plataforma ya descontado.',
  }
}

const failures: Readonly<Record<ConnectionProblem, string>> = {
  state: 'El permiso venció o empezó en otro navegador. Volvé a intentarlo desde Cobros.',
  cancelled: 'No le diste permiso a la plataforma en Mercado Pago. Tu cuenta quedó como estaba.',
  refused: 'Mercado Pago no aceptó la conexión. Volvé a intentarlo; si sigue pasando, escribinos.',
  unavailable: 'Mercado Pago no responde. Probá de nuevo en unos minutos: no cambió nada.',
  owner: 'La sesión con la que empezaste terminó, o ya no sos titular de la organización. Ingresá y probá de nuevo.',
  sandbox: 'Esa es una cuenta de prueba de Mercado Pago: no puede cobrar ventas reales. Conectá la verdadera.',
}

/** Why a connection came to nothing, by the word that the server left in the address. */
export function connectionMessage(motive: string | null): string {
  const known = Object.entries(failures).find(([name]) => name === motive)
  return known?.[1] ?? failures.refused
}
