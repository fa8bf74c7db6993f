import { createDiscountCode } from '#contract/events/discounts.ts'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { formatMoney, toCents } from '#contract/values/money.ts'
import { discountCents, isPaidType, type Discount } from '#contract/values/prices.ts'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { readWhole } from '#web/lib/typed-numbers.ts'
import { CheckboxGroup } from '#web/ui/fields/CheckboxGroup.tsx'
import { MoneyField } from '#web/ui/fields/MoneyField.tsx'
import { NumberField } from '#web/ui/fields/NumberField.tsx'
import { RadioGroup } from '#web/ui/fields/RadioGroup.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { DateTimeField } from '#web/ui/fields/MomentField.tsx'
import { discountOf, instantOf, discountInput } from './discount-form.ts'

const kinds = [
  { value: 'percent', label: 'Un porcentaje del precio' },
  { value: 'amount', label: 'Un importe por entrada' },
] as const
const scopes = [
  { value: 'all', label: 'Todas las entradas' },
  { value: 'some', label: 'Solo algunas' },
] as const

/** A new code of an event: what it takes off, of which tickets, how often and when. */
export function DiscountDialog({ event, onClose }: { event: ManagedEvent; onClose: () => void }) {
  const types = event.ticketTypes.filter(isPaidType)
  const form = useSubmit(createDiscountCode, {
    schema: discountInput,
    defaults: {
      code: '',
      kind: 'percent',
      percent: '',
      amount: '',
      scope: 'all',
      ticketTypeIds: [],
      maxUses: '',
      perPersonLimit: '',
      startsAt: '',
      endsAt: '',
    },
    draft: `descuento:${event.id}`,
    failures: { discount_code_taken: 'code' },
    toInput: ({ scope, ticketTypeIds, ...typed }) => ({
      params: { id: event.id },
      body: {
        code: typed.code,
        ...discountOf(typed),
        ticketTypeIds: scope === 'all' ? null : ticketTypeIds,
        maxUses: readWhole(typed.maxUses),
        perPersonLimit: readWhole(typed.perPersonLimit),
        startsAt: instantOf(typed.startsAt),
        endsAt: instantOf(typed.endsAt),
      },
    }),
    done: ({ code }) => `Creaste el código ${code}`,
  })
  const typed = form.fields.watch()
  return (
    <FormDialog form={form} title="Crear código de descuento" submit="Crear código" onClose={onClose}>
      <TextField
        label="Código"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="Letras y números. Vale igual en minúsculas, sin acentos o con guiones."
        {...form.field('code')}
      />
      <RadioGroup label="Qué descuenta" options={kinds} {...form.value('kind')} />
      {typed.kind === 'percent' ? (
        <NumberField label="Porcentaje" hint="100 la deja gratis, sin cargo por servicio." {...form.field('percent')} />
      ) : (
        <MoneyField label="Importe por entrada" {...form.field('amount')} />
      )}
      <Examples
        types={types.filter(({ id }) => typed.scope === 'all' || typed.ticketTypeIds.includes(id))}
        off={discountOf(typed)}
      />
      <RadioGroup label="Para qué entradas" options={scopes} {...form.value('scope')} />
      {typed.scope === 'some' && (
        <CheckboxGroup
          label="Entradas con descuento"
          isLabelHidden
          options={types.map(({ id, name, price }) => ({ value: id, label: name, hint: formatMoney(toCents(price)) }))}
          {...form.value('ticketTypeIds')}
        />
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NumberField label="Usos en total" optional hint="Cada compra es un uso." {...form.field('maxUses')} />
        <NumberField
          label="Usos por persona"
          optional
          hint="Pide teléfono o email verificado."
          {...form.field('perPersonLimit')}
        />
        <DateTimeField label="Desde" optional {...form.field('startsAt')} />
        <DateTimeField label="Hasta" optional {...form.field('endsAt')} />
      </div>
    </FormDialog>
  )
}

/** Prices with the discount as it is typed. */
function Examples({ types, off }: { types: ManagedEvent['ticketTypes']; off: Discount }) {
  const shown = types
    .map(({ name, price }) => ({ name, priceCents: toCents(price), offCents: discountCents(toCents(price), off) }))
    .filter(({ offCents }) => offCents > 0)
    .slice(0, 3)
  return (
    <p aria-live="polite" className="-mt-2 text-14 text-humo empty:hidden">
      {shown
        .map(({ name, priceCents, offCents }) => {
          const left = offCents === priceCents ? 'gratis' : formatMoney(priceCents - offCents)
          return `${name}: ${formatMoney(priceCents)} → ${left}`
        })
        .join(' · ')}
    </p>
  )
}
