/** Obstacles to the deletion of an account, in words for its owner. Pure. */
import { brand } from '#contract/platform/brand.ts'
import { formatMoney } from '#contract/values/money.ts'
import type { DeletionBlocker } from '#contract/accounts/privacy.ts'

export interface Obligations {
  /** Money on its way back to the person. */
  readonly openRefunds: number
  readonly openRefundsCents: number
  /** Money that should have gone back and could not. */
  readonly failedRefundsCents: number
  /** Purchases whose payment was charged back. */
  readonly disputes: number
  /** Events in which they are owed a commission as a promoter, or hold cash of sales. */
  readonly promoterAccounts: number
  /** The company that would be left without an owner, when it has events or money. */
  readonly soleOwnerOf: string | null
}

/** Empty when nothing does (rule R15.1). */
export function deletionBlockers(owed: Obligations): DeletionBlocker[] {
  const blockers: (DeletionBlocker | false)[] = [
    owed.openRefunds > 0 && {
      kind: 'open_refunds',
      message:
        owed.openRefunds === 1
          ? `Tenés una devolución en curso por ${formatMoney(owed.openRefundsCents)}. Esperá a que termine.`
          : `Tenés ${owed.openRefunds} devoluciones en curso por ${formatMoney(owed.openRefundsCents)}. Esperá a que terminen.`,
    },
    owed.failedRefundsCents > 0 && {
      kind: 'money_owed',
      message: `Se te deben ${formatMoney(owed.failedRefundsCents)} de una devolución que no salió. Escribinos a ${brand.supportMail}.`,
    },
    owed.disputes > 0 && {
      kind: 'money_owed',
      message: `Hay un pago tuyo desconocido ante el banco, sin resolver. Escribinos a ${brand.supportMail}.`,
    },
    owed.promoterAccounts > 0 && {
      kind: 'money_owed',
      message: `Tenés cuentas sin saldar como RRPP en ${owed.promoterAccounts === 1 ? 'un evento' : `${owed.promoterAccounts} eventos`}. Pedile a quien organiza que te liquide.`,
    },
    owed.soleOwnerOf !== null && {
      kind: 'sole_owner',
      message: `Sos la única persona dueña de ${owed.soleOwnerOf}, que tiene eventos o dinero. Antes, que otra persona quede como dueña.`,
    },
  ]
  return blockers.filter((blocker) => blocker !== false)
}
