import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { formatPrice, toCents } from '#contract/values/money.ts'
import type { useDraftForm } from '#web/features/forms/use-draft-form.ts'
import { CheckboxGroup } from '#web/ui/fields/CheckboxGroup.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { MoneyField } from '#web/ui/fields/MoneyField.tsx'
import { NumberField } from '#web/ui/fields/NumberField.tsx'
import { RadioGroup } from '#web/ui/fields/RadioGroup.tsx'
import { DateTimeField } from '#web/ui/fields/MomentField.tsx'
import type { promoInput } from './promo-form.ts'

const scopes = [
  { value: 'all', label: 'De todas las entradas' },
  { value: 'some', label: 'Solo de algunas' },
] as const
const kinds = [
  { value: 'none', label: 'Sin comisión' },
  { value: 'percent', label: 'Un porcentaje de cada entrada' },
  { value: 'fixed', label: 'Un importe por entrada' },
] as const
const moments = [
  { value: 'sale', label: 'Cuando se vende' },
  { value: 'arrival', label: 'Cuando ingresa', hint: 'Por quien no viene no gana nada.' },
] as const

interface PromoFieldsProps {
  form: Pick<ReturnType<typeof useDraftForm<typeof promoInput>>, 'fields' | 'field' | 'value'>
  types: ManagedEvent['ticketTypes']
}

/** What promoters may give, sell and earn: the parts that the form asks. */
export function PromoFields({ form, types }: PromoFieldsProps) {
  const { parts, scope, canSellInPerson, kind } = form.fields.watch()
  return (
    <>
      {parts.includes('active') && (
        <Checkbox
          label="Da y vende"
          hint="Sin esto queda en pausa; su enlace sigue contando."
          {...form.fields.register('isActive')}
        />
      )}
      {parts.includes('uses') && (
        <NumberField label="Cortesías" hint="Las que da en total." {...form.field('maxUses')} />
      )}
      {parts.includes('types') && (
        <>
          <RadioGroup label="De qué entradas" options={scopes} {...form.value('scope')} />
          {scope === 'some' && (
            <CheckboxGroup
              label="Entradas que da y vende"
              isLabelHidden
              options={types.map(({ id, name, price }) => ({
                value: id,
                label: name,
                hint: formatPrice(toCents(price)),
              }))}
              {...form.value('ticketTypeIds')}
            />
          )}
        </>
      )}
      {parts.includes('closes') && (
        <DateTimeField label="Hasta cuándo da y vende" optional {...form.field('closesAt')} />
      )}
      {parts.includes('selling') && (
        <>
          <Checkbox
            label="Vende en persona"
            hint="Cobra en efectivo y te lo debe hasta que lo entrega."
            {...form.fields.register('canSellInPerson')}
          />
          {canSellInPerson && (
            <MoneyField label="Cuánto puede deberte" optional hint="Vacío, sin tope." {...form.field('debtLimit')} />
          )}
        </>
      )}
      {parts.includes('commission') && (
        <>
          <RadioGroup
            label="Comisión"
            hint="Vale para lo que venda desde ahora."
            options={kinds}
            {...form.value('kind')}
          />
          {kind === 'percent' && (
            <NumberField
              label="Porcentaje"
              hasDecimals
              hint="Del precio con descuentos, sin el cargo por servicio."
              {...form.field('percent')}
            />
          )}
          {kind === 'fixed' && <MoneyField label="Importe por entrada" {...form.field('amount')} />}
          {kind !== 'none' && <RadioGroup label="Cuándo la gana" options={moments} {...form.value('earnedOn')} />}
        </>
      )}
    </>
  )
}
