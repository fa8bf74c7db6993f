import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import type { ManagedTicketType } from '#contract/events/events-managed.ts'
import { formatMoney, toCents } from '#contract/values/money.ts'
import type { FeeTerms } from '#contract/values/prices.ts'
import { grouped } from '#contract/values/numbers.ts'
import { inputField } from '#web/api/form.ts'
import { IconButton } from '#web/ui/base/IconButton.tsx'
import { Disclosure } from '#web/ui/data/Disclosure.tsx'
import { ProgressBar } from '#web/ui/data/ProgressBar.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { MoneyField } from '#web/ui/fields/MoneyField.tsx'
import { NumberField } from '#web/ui/fields/NumberField.tsx'
import { RadioGroup } from '#web/ui/fields/RadioGroup.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { DateTimeField } from '#web/ui/fields/MomentField.tsx'
import { buyerPriceOfInput, type EventFee } from './buyer-price.ts'
import type { EditedBy } from './save-request.ts'
import type { EventForm, TicketTypeValues } from './event-form.ts'
import { newTicketType } from './event-values.ts'
import { optionsSummary, takenWords, typeName } from './ticket-type-words.ts'
import { readWhole } from '#web/lib/typed-numbers.ts'

const visibilities = [
  { value: 'visible', label: 'A la venta' },
  { value: 'hidden', label: 'Oculta: no se lista ni se vende' },
  { value: 'courtesy', label: 'Solo para cortesías' },
] as const

/** What is asked in sight of a type without a price: a stranger reserves what is public. */
const freeVisibilities = [
  { value: 'visible', label: 'La ve cualquiera', hint: 'Se reserva gratis desde la página del evento.' },
  { value: 'courtesy', label: 'Solo para cortesías', hint: 'La dan vos y tus RRPP.' },
] as const

interface TicketTypeCardProps {
  form: EventForm
  place: number
  count: number
  kept: ManagedTicketType | undefined
  /** Null while they are not known. */
  terms: FeeTerms | null
  isFeeAbsorbed: boolean
  by: EditedBy
  /** Of those who may change the list. */
  onMove?: (place: number, by: 1 | -1) => void
  onRemove?: (place: number) => void
}

/**
 * One ticket type: what it is and costs in sight, the rest behind «Más opciones». It listens to its own values, so that
 * typing in one of thirty does not draw the others again.
 */
export const TicketTypeCard = memo(function TicketTypeCard(props: TicketTypeCardProps) {
  const { form, place, count, kept, terms, isFeeAbsorbed, by, onMove, onRemove } = props
  const { control } = form
  const type = useWatch({ control, name: `ticketTypes.${place}` }) ?? newTicketType
  const { errors } = useFormState({ control, name: `ticketTypes.${place}` })
  const register = (of: keyof TicketTypeValues) => ({
    ...inputField(form, `ticketTypes.${place}.${of}`),
    error: errors.ticketTypes?.[place]?.[of]?.message,
  })
  const name = typeName(type, place)
  const taken = kept ? kept.sold + kept.held + kept.courtesies : 0
  return (
    <li className="rounded-card border border-linea bg-mesa/40 p-4">
      <div className="mb-3 flex items-center gap-1">
        <h3 className="min-w-0 flex-1 font-bold">{name}</h3>
        {onMove && (
          <>
            <IconButton label={`Subir ${name}`} data-move="up" disabled={place === 0} onClick={() => onMove(place, -1)}>
              <ArrowUp className="size-5" />
            </IconButton>
            <IconButton
              label={`Bajar ${name}`}
              data-move="down"
              disabled={place === count - 1}
              onClick={() => onMove(place, 1)}
            >
              <ArrowDown className="size-5" />
            </IconButton>
          </>
        )}
        {onRemove && taken === 0 && (
          <IconButton label={`Quitar ${name}`} onClick={() => onRemove(place)}>
            <Trash2 className="size-5" />
          </IconButton>
        )}
      </div>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[1.5fr_1fr_1fr]">
        <TextField label="Nombre" autoComplete="off" className="max-sm:col-span-2" {...register('name')} />
        <MoneyField label="Precio" {...register('price')} />
        <NumberField label="Cantidad" {...register('capacity')} />
      </div>
      {readWhole(type.price) === 0 && (
        <RadioGroup
          label="Es gratis: ¿la ve cualquiera o es solo para cortesías?"
          className="mt-4"
          options={freeVisibilities}
          value={type.visibility === 'hidden' ? null : type.visibility}
          onChange={(visibility) =>
            form.setValue(`ticketTypes.${place}.visibility`, visibility, { shouldDirty: true, shouldTouch: true })
          }
        />
      )}
      {kept && taken > 0 && <Taken kept={kept} taken={taken} capacity={readWhole(type.capacity) ?? kept.capacity} />}
      <BuyerLine type={type} fee={terms && { terms, isAbsorbed: isFeeAbsorbed }} kept={kept} by={by} />
      <Disclosure title="Más opciones" note={optionsSummary(type)} className="mt-1">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label="Descripción"
            optional
            autoComplete="off"
            className="sm:col-span-2"
            {...register('description')}
          />
          <SelectField label="Visibilidad" options={visibilities} {...register('visibility')} value={type.visibility} />
          <NumberField label="Máximo por persona" optional {...register('perPersonLimit')} />
          <DateTimeField label="La venta abre" optional {...register('saleStartsAt')} />
          <DateTimeField label="La venta cierra" optional {...register('saleEndsAt')} />
          <DateTimeField label="Sirve para entrar hasta" optional {...register('validUntil')} />
        </div>
      </Disclosure>
    </li>
  )
})

function Taken({ kept, taken, capacity }: { kept: ManagedTicketType; taken: number; capacity: number }) {
  return (
    <div className="mt-3">
      <p className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-14 text-humo">
        <span>{takenWords(kept)}</span>
        <span>{taken === capacity ? 'Sin lugares libres' : `Mínimo ${grouped(taken)}`} · no se puede quitar</span>
      </p>
      <ProgressBar
        label={`Ocupación de ${kept.name}`}
        value={taken}
        max={Math.max(capacity, taken)}
        tone={taken >= capacity ? 'yerba' : 'celeste'}
      />
    </div>
  )
}

/** What the buyer pays and what is left of it, as it is typed. */
function BuyerLine({
  type,
  fee,
  kept,
  by,
}: {
  type: TicketTypeValues
  fee: EventFee | null
  kept: ManagedTicketType | undefined
  by: EditedBy
}) {
  const pays = buyerPriceOfInput(type.price, fee)
  const hasNewPrice =
    kept !== undefined && kept.sold + kept.held > 0 && pays !== null && pays.priceCents !== toCents(kept.price)
  return (
    <p aria-live="polite" className="mt-3 text-14 text-humo empty:hidden">
      {type.visibility === 'courtesy' ? (
        'No se vende: la reciben tus invitados.'
      ) : pays === null ? null : pays.totalCents === 0 ? (
        <>
          <b className="text-yerba">Gratis</b>: se entrega al instante.
        </>
      ) : (
        <>
          Quien compra paga <b className="text-papel">{formatMoney(pays.totalCents)}</b>
          {pays.feeCents > 0 && `: ${formatMoney(pays.priceCents)} + ${formatMoney(pays.feeCents)} de servicio`}
          {`. ${by === 'organizer' ? 'Vos cobrás' : 'La organización cobra'} ${formatMoney(pays.keptCents)}`}
          {pays.absorbedFeeCents > 0 &&
            `: ${formatMoney(pays.priceCents)} − ${formatMoney(pays.absorbedFeeCents)} de servicio`}
          , menos el costo de Mercado Pago.
        </>
      )}
      {hasNewPrice && <span className="text-sol"> El precio nuevo vale para las próximas compras.</span>}
    </p>
  )
}
