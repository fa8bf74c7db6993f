import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { formatMoment } from '#contract/values/dates.ts'
import { paths } from '#contract/api/paths.ts'
import { places } from '#contract/platform/places.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Outcome } from '#web/ui/feedback/Outcome.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { connectionMessage } from '../team/account-words.ts'
import { paymentAccountQuery, loader } from './PaymentsScreen.tsx'
import { useCompanyId } from '#web/shell/session/person.ts'

/** `/organizador/mercadopago/success` and `/error`: how connecting the payment account went. */
function ConnectionResultScreen() {
  const isConnected = useLocation().pathname === places.paymentAccountConnected.path
  return (
    <>
      <PageHeader eyebrow="Cobros" title="Mercado Pago" />
      <Card className="max-w-xl p-6">{isConnected ? <Connected /> : <Failed />}</Card>
    </>
  )
}

function Connected() {
  const companyId = useCompanyId()
  const { data, isPending } = useQuery(paymentAccountQuery(companyId))
  if (isPending) return <Skeleton label="Cargando tu cuenta de cobro" className="h-32" />
  const isUnfunded = data?.problem === 'unfunded'
  const name = data?.next?.nickname ?? data?.account?.nickname
  return (
    <Outcome
      kind="success"
      title="Tu cuenta quedó conectada"
      message={
        data?.next
          ? `Por seguridad, ${name ?? 'la cuenta nueva'} empieza a cobrar el ${formatMoment(data.next.sellsFrom)}. Te lo confirmamos por mail.`
          : isUnfunded
            ? `${name ?? 'Tu cuenta de Mercado Pago'} está conectada, pero la venta paga sigue cerrada hasta que salgan los reembolsos que esperan saldo.`
            : `Desde ahora, lo que vendas entra directo en ${name ?? 'tu cuenta de Mercado Pago'}.`
      }
    >
      <div className="flex flex-col gap-3 sm:flex-row">
        <ScreenButton to={isUnfunded ? paths.organizerRefunds() : paths.organizerEvents()}>
          {isUnfunded ? 'Ver los reembolsos' : 'Ir a mis eventos'}
        </ScreenButton>
        <ScreenButton tone="secondary" to={paths.organizerPayments()}>
          Ver mis cobros
        </ScreenButton>
      </div>
    </Outcome>
  )
}

function Failed() {
  const [search] = useSearchParams()
  return (
    <Outcome kind="problem" title="No se conectó tu cuenta" message={connectionMessage(search.get('motivo'))}>
      <ScreenButton className="self-start" to={paths.organizerPayments()}>
        Volver a Cobros
      </ScreenButton>
    </Outcome>
  )
}

export { ConnectionResultScreen as Component, loader }
