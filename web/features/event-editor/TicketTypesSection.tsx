import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { formatMoney } from '#contract/values/money.ts'
import { paths } from '#contract/api/paths.ts'
import type { FeeTerms } from '#contract/values/prices.ts'
import { useRows } from '#web/features/forms/use-rows.ts'
import { counted } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { FieldError } from '#web/ui/fields/Field.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { hasPaidTypes, typeTotals } from './buyer-price.ts'
import type { EditedBy } from './save-request.ts'
import type { EventForm, EventValues } from './event-form.ts'
import { savedType, newTicketType } from './event-values.ts'
import { typeName } from './ticket-type-words.ts'
import { TicketTypeCard } from './TicketTypeCard.tsx'

const MOST_TYPES = 30
const rowOptions = { empty: newTicketType, added: 'Agregaste un tipo de entrada', nameOf: typeName }

interface TicketTypesSectionProps {
  form: EventForm
  values: EventValues
  event: ManagedEvent | null
  feeTerms: FeeTerms | null
  /** A commercial changes types; which there are, and in which order, the organizer says. */
  by: EditedBy
}

/** The list of ticket types, edited in place. */
export function TicketTypesSection({ form, values, event, feeTerms, by }: TicketTypesSectionProps) {
  const isOwn = by === 'organizer'
  const { list, fields, count, move, remove, add, undo, removed, news } = useRows(form, 'ticketTypes', rowOptions)
  const problems = form.formState.errors.ticketTypes
  return (
    <Section card title="Entradas" hint="En este orden las ve quien compra.">
      {event && hasPaidTypes(values) && !event.canSellPaid && <CannotSell event={event} isOwn={isOwn} />}
      <ol ref={list} className="flex flex-col gap-4 empty:hidden">
        {fields.map((field, place) => (
          <TicketTypeCard
            key={field.key}
            form={form}
            place={place}
            count={count}
            kept={savedType(event, field.id)}
            terms={feeTerms}
            isFeeAbsorbed={values.absorbsServiceFee}
            by={by}
            {...(isOwn && { onMove: move, onRemove: remove })}
          />
        ))}
      </ol>
      {removed && (
        <Notice
          action={
            <Button tone="secondary" size="s" onClick={undo}>
              Deshacer
            </Button>
          }
        >
          Quitaste «{removed.name.trim() || 'una entrada sin nombre'}».
        </Notice>
      )}
      <p role="status" className="sr-only">
        {news}
      </p>
      <FieldError message={problems?.root?.message ?? problems?.message} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        {isOwn && (
          <Button
            tone="secondary"
            icon={<Plus className="size-5" />}
            disabled={count >= MOST_TYPES}
            data-field="ticketTypes"
            onClick={add}
          >
            Agregar tipo de entrada
          </Button>
        )}
        {isOwn && count >= MOST_TYPES && (
          <p className="text-14 text-humo">Un evento tiene hasta {MOST_TYPES} tipos de entrada.</p>
        )}
        <Totals values={values} />
      </div>
    </Section>
  )
}

/** Of an own event it leads to where the organizer mends it. */
function CannotSell({ event, isOwn }: { event: ManagedEvent; isOwn: boolean }) {
  if (!isOwn) {
    return (
      <Notice tone={event.areSalesStopped ? 'danger' : 'warning'}>
        {event.areSalesStopped
          ? 'La venta paga de la organización está cerrada: tiene reembolsos sin saldo desde hace más de 72 horas.'
          : 'La organización no conectó su cuenta de Mercado Pago: hasta que lo haga, no se publica con entradas pagas.'}
      </Notice>
    )
  }
  return event.areSalesStopped ? (
    <Notice tone="danger">
      La venta paga de tu organización está cerrada: hay reembolsos sin saldo desde hace más de 72 horas. Cargá saldo en
      Mercado Pago; los ves en{' '}
      <Link to={paths.organizerRefunds()} className="link font-semibold">
        Reembolsos
      </Link>
      . Podés guardar el borrador; cuando salgan, la venta vuelve a abrirse sola.
    </Notice>
  ) : (
    <Notice tone="warning">
      Para vender entradas pagas, tu organización tiene que conectar su cuenta de Mercado Pago en{' '}
      <Link to={paths.organizerPayments()} className="link font-semibold">
        Cobros
      </Link>
      . Podés guardar el borrador; para publicarlo hace falta conectarla o dejar solo entradas gratis.
    </Notice>
  )
}

function Totals({ values }: { values: EventValues }) {
  const { places, onSale, grossCents } = typeTotals(values.ticketTypes, values.capacity)
  if (places === 0) return null
  return (
    <p className="text-14 text-humo">
      {counted(places, 'lugar', 'lugares')}
      {onSale < places && `, ${grouped(onSale)} a la venta`}
      {grossCents > 0 && (
        <>
          {' · '}si vendés todo, <b className="text-papel">{formatMoney(grossCents)}</b>
        </>
      )}
    </p>
  )
}
