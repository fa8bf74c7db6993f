import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileDown, Search } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { getOrderReceipt, getOrders, payOrder, type PastOrder } from '#contract/checkout.ts'
import { formatMoment } from '#contract/dates.ts'
import { formatCents } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { regretUntil } from '#contract/regret.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { call } from '#web/api/call.ts'
import { endpointQuery, queryClient, useEndpointMutation } from '#web/api/query.ts'
import { nowInstant } from '#web/lib/clock.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Flyer } from '#web/features/events/Flyer.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { showToast } from '#web/ui/toast.ts'
import { isOrderState, paymentWords, refundWords, STATES, stateOptions, whenWords } from './past-order.ts'

const PAGE = 10

function inputOf(search: URLSearchParams) {
  const state = search.get('estado')
  const text = search.get('buscar')?.trim()
  return {
    query: {
      page: Math.max(1, Math.trunc(Number(search.get('pagina'))) || 1),
      limit: PAGE,
      ...(isOrderState(state) && { state }),
      ...(text && { search: text }),
    },
  }
}

export const query = (search: URLSearchParams) => endpointQuery(getOrders, inputOf(search), { fresh: true })
export const loader = ({ request }: LoaderFunctionArgs) => {
  void queryClient.prefetchQuery(query(new URL(request.url).searchParams))
  return null
}

/** What a person bought, with its money and its papers. */
function HistoryScreen() {
  usePageTitle('Mis compras')
  const [search, setSearch] = useSearchParams()
  const orders = useQuery({ ...query(search), placeholderData: keepPreviousData })
  const isFiltered = search.has('estado') || search.has('buscar')

  function change(name: string, value: string) {
    setSearch((before) => {
      const next = new URLSearchParams(before)
      next.delete('pagina')
      if (value) next.set(name, value)
      else next.delete(name)
      return next
    })
  }

  return (
    <>
      <PageHeader title="Mis compras" />
      <div className="mb-6 flex flex-wrap items-end gap-4">
        <form
          role="search"
          className="flex min-w-56 flex-1 items-end gap-2"
          action={(form) => change('buscar', String(form.get('buscar') ?? '').trim())}
        >
          <TextField
            key={search.get('buscar')}
            className="flex-1"
            label="Buscar por evento"
            type="search"
            name="buscar"
            maxLength={100}
            defaultValue={search.get('buscar') ?? ''}
          />
          <Button type="submit" tone="secondary" aria-label="Buscar" className="px-4">
            <Search aria-hidden="true" size={20} />
          </Button>
        </form>
        <SelectField
          className="w-full sm:w-56"
          label="Estado"
          placeholder="Todas"
          options={stateOptions}
          value={search.get('estado') ?? ''}
          onChange={(event) => change('estado', event.target.value)}
        />
      </div>
      {orders.isPending && <OrdersSkeleton />}
      {orders.isError && !orders.data && (
        <ErrorState
          message={failureMessage(orders.error, 'No pudimos traer tus compras')}
          onRetry={() => void orders.refetch()}
          retrying={orders.isFetching}
        />
      )}
      {orders.data?.orders.length === 0 && (isFiltered ? <NothingFound /> : <NoOrders />)}
      {orders.data && orders.data.orders.length > 0 && (
        <>
          <ul className="flex flex-col gap-4" aria-busy={orders.isPlaceholderData}>
            {orders.data.orders.map((order) => (
              <Card asChild key={order.publicId} className="p-5">
                <li>
                  <Order order={order} />
                </li>
              </Card>
            ))}
          </ul>
          <div className="mt-6">
            <Pagination
              page={orders.data.pagination.page}
              totalPages={orders.data.pagination.totalPages}
              onPage={(page) =>
                setSearch((before) => {
                  const next = new URLSearchParams(before)
                  next.set('pagina', String(page))
                  return next
                })
              }
            />
          </div>
        </>
      )}
    </>
  )
}

function Order({ order }: { order: PastOrder }) {
  const { label, tone } = STATES[order.state]
  const payment = paymentWords(order)
  return (
    <article aria-label={`${order.eventName}, ${label}`}>
      <div className="flex items-start gap-4">
        <span className="size-14 shrink-0 overflow-hidden rounded-card">
          <Flyer image={order.flyer} alt="" sizes="56px" />
        </span>
        <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h2 className="text-18 font-bold">
              <Link to={paths.event(order.eventId)} className="text-papel no-underline hover:underline">
                {order.eventName}
              </Link>
            </h2>
            {order.eventStart && (
              <p className="text-14 text-sol first-letter:uppercase">{formatMoment(order.eventStart)}</p>
            )}
          </div>
          <Badge tone={tone}>{label}</Badge>
        </div>
      </div>
      <ul className="mt-4 flex flex-col gap-2 border-t border-linea pt-4 text-14">
        {order.lines.map((line) => (
          <Row
            key={line.ticketTypeId}
            label={`${line.quantity} × ${line.name}`}
            amount={line.quantity * line.unitPriceCents}
          />
        ))}
        {order.feeCents > 0 && <Row label="Cargo por servicio" amount={order.feeCents} />}
        <li className="flex justify-between gap-4 font-bold">
          <span>Total</span>
          <span className="tabular-nums">{order.totalCents === 0 ? 'Gratis' : formatCents(order.totalCents)}</span>
        </li>
      </ul>
      <div className="mt-4 flex flex-col gap-1 text-14 text-humo">
        <p>
          {whenWords(order)}
          {payment && ` · ${payment}`}
        </p>
        <Regret order={order} />
        {order.refunds.map((refund) => (
          <p key={refund.id}>
            {refundWords(refund.state)}: <span className="text-papel">{formatCents(refund.amountCents)}</span> ·{' '}
            {formatMoment(refund.createdAt)}
          </p>
        ))}
      </div>
      <OrderActions order={order} />
    </article>
  )
}

/** Told while it is open, with the way to use it. */
function Regret({ order }: { order: PastOrder }) {
  const until = order.paidAt && order.totalCents > 0 ? regretUntil(order.paidAt, order.eventStart) : null
  if (order.state !== 'paid' || until === null || until <= nowInstant()) return null
  return (
    <p>
      Podés arrepentirte hasta el {formatMoment(until)}, si no la usaste:{' '}
      <Link to={paths.refundPolicy()} className="text-celeste">
        Botón de Arrepentimiento
      </Link>
    </p>
  )
}

function Row({ label, amount }: { label: string; amount: number }) {
  return (
    <li className="flex justify-between gap-4 text-humo">
      <span>{label}</span>
      <span className="tabular-nums">{amount === 0 ? 'Gratis' : formatCents(amount)}</span>
    </li>
  )
}

function OrderActions({ order }: { order: PastOrder }) {
  const pay = useEndpointMutation(payOrder, {
    onSuccess: ({ paymentUrl }) => location.assign(paymentUrl),
    onError: (failure) => showToast(failureMessage(failure, 'Error al procesar el pago'), 'error'),
  })
  const isUnpaid = order.payUntil !== null
  // A second payment beside one that is being looked at would only come back.
  const isInProcess = isUnpaid && order.payment?.status === 'pending'
  const canPay = isUnpaid && !isInProcess
  const hasTickets = order.state === 'paid' || order.state === 'partially_refunded'
  if (!isUnpaid && !hasTickets && !order.hasReceipt) return null
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {canPay && (
        <Button size="s" busy={pay.isPending} onClick={() => pay.mutate({ params: { publicId: order.publicId } })}>
          Pagar
        </Button>
      )}
      {isInProcess && (
        <LinkButton asChild tone="secondary" size="s">
          <Link to={paths.payResult('pending', { platform: 'web', eventId: order.eventId, order: order.publicId })}>
            Ver el pago
          </Link>
        </LinkButton>
      )}
      {hasTickets && (
        <LinkButton asChild tone="secondary" size="s">
          <Link to={paths.clientDashboard()}>Ver entradas</Link>
        </LinkButton>
      )}
      {order.hasReceipt && <ReceiptButton publicId={order.publicId} />}
    </div>
  )
}

/** Fetched with the session, which a plain link would not carry. */
function ReceiptButton({ publicId }: { publicId: string }) {
  const [isBusy, setIsBusy] = useState(false)
  async function download() {
    setIsBusy(true)
    try {
      saveFile(await call(getOrderReceipt, { params: { publicId } }), `comprobante-${publicId}.pdf`)
    } catch (error) {
      showToast(failureMessage(error, 'No pudimos bajar el comprobante'), 'error')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button
      tone="secondary"
      size="s"
      busy={isBusy}
      icon={<FileDown aria-hidden="true" size={18} />}
      onClick={() => void download()}
    >
      Comprobante
    </Button>
  )
}

function NoOrders() {
  return (
    <EmptyState
      title="Todavía no compraste nada"
      action={
        <LinkButton asChild>
          <Link to={paths.events()}>Ver eventos</Link>
        </LinkButton>
      }
    >
      Acá quedan tus compras, con su pago, su comprobante y sus devoluciones.
    </EmptyState>
  )
}

function NothingFound() {
  return (
    <EmptyState
      title="Ninguna compra coincide"
      action={
        <LinkButton asChild tone="secondary">
          <Link to={paths.clientHistory()}>Ver todas</Link>
        </LinkButton>
      }
    >
      Probá con otro nombre o con otro estado.
    </EmptyState>
  )
}

function OrdersSkeleton() {
  return (
    <div role="status" aria-label="Cargando tus compras" className="flex flex-col gap-4">
      <Skeleton className="h-60 w-full" />
      <Skeleton className="h-60 w-full" />
    </div>
  )
}

export { HistoryScreen as Component }
