import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { isAccountConnected, type PaymentAccountStatus } from '#contract/companies/companies-payment-account.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { paths } from '#contract/api/paths.ts'
import { places } from '#contract/platform/places.ts'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Outcome } from '#web/ui/feedback/Outcome.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { accountStatusWords, connectionMessage } from '../team/account-words.ts'
import { paymentAccountQuery, loader } from './PaymentsScreen.tsx'
import { useCompanyId } from '#web/shell/session/person.ts'

/** `/organizador/mercadopago/success` and `/error`: how connecting the payment account went. */
function ConnectionResultScreen() {
  const [search] = useSearchParams()
  const isSaidToBe = useLocation().pathname === places.paymentAccountConnected.path
  return (
    <>
      <PageHeader eyebrow="Cobros" title="Mercado Pago" />
      <Card className="max-w-xl p-6">
        {isSaidToBe ? <Result /> : <Failed message={connectionMessage(search.get('motivo'))} />}
      </Card>
    </>
  )
}

/** An address can be opened by hand, late or twice: the account itself says whether it is connected. */
function Result() {
  const companyId = useCompanyId()
  return (
    <Loaded read={useQuery(paymentAccountQuery(companyId))} label="Cargando tu cuenta de cobro" skeleton="h-32">
      {(status) =>
        isAccountConnected(status) ? (
          <Connected status={status} />
        ) : (
          <Failed message={accountStatusWords(status).text} />
        )
      }
    </Loaded>
  )
}

function Connected({ status }: { status: PaymentAccountStatus }) {
  const isUnfunded = status.problem === 'unfunded'
  const name = status.next?.nickname ?? status.account?.nickname
  return (
    <Outcome
      kind="success"
      title="Tu cuenta quedó conectada"
      message={
        status.next
          ? `Por seguridad, ${name ?? 'la cuenta nueva'} empieza a cobrar el ${formatMoment(status.next.sellsFrom)}. Te lo confirmamos por mail.`
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

function Failed({ message }: { message: string }) {
  return (
    <Outcome kind="problem" title="No se conectó tu cuenta" message={message}>
      <ScreenButton className="self-start" to={paths.organizerPayments()}>
        Volver a Cobros
      </ScreenButton>
    </Outcome>
  )
}

export { ConnectionResultScreen as Component, loader }
