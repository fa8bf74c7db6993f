import { useQuery } from '@tanstack/react-query'
import { Landmark, ReceiptText, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { getCompanyFees } from '#contract/companies/companies-fees.ts'
import { formatDay, formatDayAndYear, formatMoment } from '#contract/values/dates.ts'
import {
  disconnectPaymentAccount,
  getPaymentAccount,
  type PaymentAccountStatus,
} from '#contract/companies/companies-payment-account.ts'
import { paths } from '#contract/api/paths.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { ofCompany } from '../settlement/settlement-list.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { FiscalDataDialog, fiscalDataQuery } from '#web/features/companies/FiscalDataDialog.tsx'
import { FiscalFacts } from '#web/features/companies/FiscalFacts.tsx'
import type { CompanyFiscalData } from '#contract/companies/companies-fiscal-data.ts'
import { feeWords } from '#contract/values/fee-words.ts'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { nowInstant } from '#web/lib/clock.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { accountStatusWords } from '../team/account-words.ts'
import { useConnectAccount } from './use-connect-account.ts'
import { useCompanyId } from '#web/shell/session/person.ts'

/** Whether one may sell moves without us: asked afresh each time. */
export const paymentAccountQuery = (companyId: string) =>
  endpointQuery(getPaymentAccount, { params: { companyId } }, { fresh: true })
const feesQuery = (companyId: string) => endpointQuery(getCompanyFees, { params: { companyId } })
export const loader = () => {
  const { companyId } = ofCompany()
  void queryClient.prefetchQuery(paymentAccountQuery(companyId))
  void queryClient.prefetchQuery(feesQuery(companyId))
  void queryClient.prefetchQuery(fiscalDataQuery(companyId))
  return null
}

/** `/organizador/cobros`: the account where a company's sales are paid, and why they are not if they are not. */
function PaymentsScreen() {
  const companyId = useCompanyId()
  return (
    <>
      <PageHeader eyebrow="Organizador" title="Cobros" />
      <div className="flex flex-col gap-6">
        <Loaded
          read={useQuery(paymentAccountQuery(companyId))}
          label="Cargando tu cuenta de cobro"
          errorText="No pudimos ver tu cuenta de cobro"
          skeleton="h-56 max-w-2xl"
        >
          {(status) => <AccountStatus companyId={companyId} status={status} />}
        </Loaded>
        <Loaded
          read={useQuery(fiscalDataQuery(companyId))}
          label="Cargando los datos fiscales"
          errorText="No pudimos ver los datos fiscales"
          skeleton="h-40 max-w-2xl"
        >
          {(data) => <FiscalDataCard companyId={companyId} data={data} />}
        </Loaded>
        <ServiceFee companyId={companyId} />
      </div>
    </>
  )
}

/** What receipts print of the company, and that they lack it. */
function FiscalDataCard({ companyId, data }: { companyId: string; data: CompanyFiscalData }) {
  const [opened, setOpened] = useDialogAddress('datos')
  const { current, mayChange } = data
  return (
    <Section
      card
      title="Datos fiscales"
      look="display"
      hint={current && 'Salen en el comprobante de cada compra.'}
      className="max-w-2xl"
    >
      {current ? (
        <FiscalFacts data={current} />
      ) : (
        <Notice tone="waiting" announced="never">
          Faltan tus datos fiscales: los comprobantes de tus ventas dicen que no los informaste. Valen desde que los
          cargás.
        </Notice>
      )}
      {mayChange ? (
        <Button
          tone={current ? 'secondary' : 'primary'}
          className="sm:self-start"
          icon={<ReceiptText className="size-5" />}
          onClick={() => setOpened('si')}
        >
          {current ? 'Cambiar datos fiscales' : 'Cargar datos fiscales'}
        </Button>
      ) : (
        <p className="text-14 text-humo">Los carga y los cambia quien es titular de la organización.</p>
      )}
      {opened && mayChange && <FiscalDataDialog companyId={companyId} onClose={() => setOpened(null)} />}
    </Section>
  )
}

/** What the platform charges; left out where it could not be read, because nothing is done with it here. */
function ServiceFee({ companyId }: { companyId: string }) {
  const { data } = useQuery(feesQuery(companyId))
  if (!data) return null
  return (
    <Section card title="Cargo por servicio" look="display" className="max-w-2xl">
      <Facts>
        <Fact label="Hoy">{feeWords(data.current)}</Fact>
        {data.next.map((terms) => (
          <Fact key={terms.appliesFrom} label={`Desde el ${formatDayAndYear(terms.appliesFrom, nowInstant())}`}>
            {feeWords(terms)}
          </Fact>
        ))}
      </Facts>
      <p className="text-14 text-humo">
        Cada evento guarda el del día en que lo creás, y en cada uno elegís si lo paga quien compra o vos. Las entradas
        gratis no lo tienen.
      </p>
    </Section>
  )
}

function AccountStatus({ companyId, status }: { companyId: string; status: PaymentAccountStatus }) {
  const { account, next, isYours, canSell, problem } = status
  const { badge, tone, text } = accountStatusWords(status)
  const { connect, isBusy, problem: connectProblem } = useConnectAccount(companyId)
  const isConnected = canSell || problem === 'unfunded'
  const input = { params: { companyId }, query: {} }
  const disconnecting = useAct(disconnectPaymentAccount, {
    input,
    title: '¿Desconectar Mercado Pago?',
    description:
      'Las entradas pagas de todos tus eventos dejan de venderse en el momento. Las que ya vendiste siguen valiendo, y sus devoluciones salen de esta cuenta.',
    confirm: 'Desconectar',
    tone: 'danger',
    done: 'Desconectamos tu cuenta de Mercado Pago',
  })
  const cancelling = useAct(disconnectPaymentAccount, {
    input,
    title: '¿Cancelar el cambio de cuenta?',
    description: (
      <>
        Se desconecta <b>{next?.nickname ?? 'la cuenta nueva'}</b>, que todavía no empezó a cobrar.{' '}
        {isConnected ? (
          <>
            Queda <b>{account?.nickname ?? 'la cuenta de antes'}</b>, como hasta ahora.
          </>
        ) : (
          'Tus entradas pagas siguen sin venderse hasta que conectes una.'
        )}
      </>
    ),
    confirm: 'Cancelar el cambio',
    tone: 'danger',
    done: 'Cancelaste el cambio de cuenta',
  })
  const isOpen = isConnected || next !== null
  const mayChange = problem === null || problem === 'not_yet' || problem === 'unfunded'
  return (
    <Section
      card
      title="Mercado Pago"
      look="display"
      hint={text}
      action={<Badge tone={tone}>{badge}</Badge>}
      className="max-w-2xl"
    >
      {problem === 'unfunded' && (
        <ScreenButton className="sm:self-start" to={paths.organizerRefunds()}>
          Ver los reembolsos
        </ScreenButton>
      )}
      {account && (
        <Facts>
          <Fact label={isConnected ? 'Cuenta' : 'Última cuenta'}>{account.nickname ?? 'Sin nombre'}</Fact>
          <Fact label="Desde el">{formatDay(account.connectedAt)}</Fact>
        </Facts>
      )}
      {next && (
        <Notice tone="waiting" announced="never">
          Desde el <b>{formatMoment(next.sellsFrom)}</b> cobrás en <b>{next.nickname ?? 'la cuenta nueva'}</b>. Les
          avisamos por mail a quienes son titulares: si no fuiste vos, cancelá el cambio ya.
        </Notice>
      )}
      {problem !== 'payments_off' && (
        <Acts isYours={isYours}>
          <Button
            tone={mayChange ? 'secondary' : 'primary'}
            icon={<Landmark className="size-5" />}
            busy={isBusy}
            onClick={connect}
          >
            {mayChange ? 'Cambiar de cuenta' : account ? 'Reconectar Mercado Pago' : 'Conectar Mercado Pago'}
          </Button>
          {isOpen && (
            <Button
              tone="quiet"
              icon={<Unplug className="size-5" />}
              onClick={() => (next ? cancelling : disconnecting).ask()}
            >
              {next ? 'Cancelar el cambio' : 'Desconectar'}
            </Button>
          )}
        </Acts>
      )}
      <Problem message={connectProblem} />
      {disconnecting.dialog}
      {cancelling.dialog}
    </Section>
  )
}

function Acts({ isYours, children }: { isYours: boolean; children: ReactNode }) {
  if (isYours) return <div className="flex flex-col gap-3 sm:flex-row">{children}</div>
  return <p className="text-14 text-humo">La conecta y la desconecta quien es titular de la organización.</p>
}

export { PaymentsScreen as Component }
