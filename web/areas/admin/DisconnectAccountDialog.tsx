import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  disconnectPaymentAccount,
  getPaymentAccount,
  isAccountConnected,
  type PaymentAccountStatus,
} from '#contract/companies/companies-payment-account.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { counted } from '#web/lib/numbers.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'

interface DisconnectAccountDialogProps {
  companyId: string
  /** Undefined where the list does not show it. */
  name: string | undefined
  onClose: () => void
}

/** A god admin takes a company's payment account away, also while purchases wait for their payment: how many is said first. */
export function DisconnectAccountDialog({ companyId, name, onClose }: DisconnectAccountDialogProps) {
  const status = useQuery(endpointQuery(getPaymentAccount, { params: { companyId } }, { fresh: true }))
  const [consented, setConsented] = useState<number>()
  const disconnecting = useAct(disconnectPaymentAccount, {
    input: () => ({ params: { companyId }, query: isForced ? { force: true } : {} }),
    done: `Desconectaste la cuenta de Mercado Pago${name ? ` de ${name}` : ''}`,
    onDone: onClose,
    onFail: () => void status.refetch(),
    isProblemShown: true,
  })
  const { data } = status
  const waiting = data?.awaitedOrders ?? 0
  // What was agreed to is a number: with more of them it is asked again.
  const isForced = waiting > 0 && consented === waiting
  return (
    <ConfirmDialog
      open
      title={`¿Desconectar Mercado Pago${name ? ` de ${name}` : ''}?`}
      confirmLabel={waiting > 0 ? 'Desconectar igual' : 'Desconectar'}
      tone="danger"
      busy={disconnecting.isPending()}
      disabled={!data || !isAccountConnected(data) || (waiting > 0 && !isForced)}
      onConfirm={() => void disconnecting.run()}
      onClose={onClose}
    >
      <Loaded read={status} label="Cargando la cuenta" errorTitle="No pudimos ver su cuenta">
        {(read) => (
          <>
            <Consequences status={read} />
            {isAccountConnected(read) && waiting > 0 && (
              <Checkbox
                className="mt-3"
                label={`Desconectar aunque ${counted(waiting, 'compra espere', 'compras esperen')} su pago`}
                checked={isForced}
                onChange={({ target }) => setConsented(target.checked ? waiting : undefined)}
              />
            )}
          </>
        )}
      </Loaded>
      <Problem message={disconnecting.problem} className="mt-3" />
    </ConfirmDialog>
  )
}

function Consequences({ status }: { status: PaymentAccountStatus }) {
  const { account, next, awaitedOrders } = status
  if (!isAccountConnected(status)) return <p className="text-humo">No tiene ninguna cuenta conectada.</p>
  return (
    <>
      <Facts>
        {account && <Fact label="Cuenta">{account.nickname ?? 'Sin nombre'}</Fact>}
        {next && <Fact label="Espera su día">{next.nickname ?? 'Sin nombre'}</Fact>}
      </Facts>
      <p className="mt-3 text-humo">
        Las entradas pagas de todos sus eventos dejan de venderse en el momento, y se avisa por mail a sus titulares.
        Las que ya vendió siguen valiendo, y sus devoluciones salen de esa cuenta.
      </p>
      {awaitedOrders > 0 && (
        <Notice tone="danger" announced="never" className="mt-3">
          {counted(awaitedOrders, 'compra espera', 'compras esperan')} su pago. Lo que se pague igual entra en esa
          cuenta y se entrega la entrada; quien todavía no abrió Mercado Pago ya no va a poder pagar.
        </Notice>
      )}
    </>
  )
}
