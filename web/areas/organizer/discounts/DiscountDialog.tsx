import * as z from 'zod/mini'
import { fromLocal } from '#contract/dates.ts'
import { createDiscountCode, normalCode } from '#contract/discounts.ts'
import type { ManagedEvent } from '#contract/events-managed.ts'
import { formatPesos, toCents, toPesos } from '#contract/money.ts'
import { discountCents, isPaidType, type Discount } from '#contract/prices.ts'
import { readPesos, wholeNumberInput } from '#web/features/forms/number-inputs.ts'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { readWhole } from '#web/lib/typed-numbers.ts'
import { CheckboxGroup } from '#web/ui/fields/CheckboxGroup.tsx'
import { MoneyField } from '#web/ui/fields/MoneyField.tsx'
import { NumberField } from '#web/ui/fields/NumberField.tsx'
import { RadioGroup } from '#web/ui/fields/RadioGroup.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

const MOST_PESOS = 1_000_000
const MOST_USES = 1_000_000

const kinds = [
  { value: 'percent', label: 'Un porcentaje del precio' },
  { value: 'amount', label: 'Un importe por entrada' },
] as const
const scopes = [
  { value: 'all', label: 'Todas las entradas' },
  { value: 'some', label: 'Solo algunas' },
] as const

const optionalUses = wholeNumberInput({ min: 1, max: MOST_USES, isOptional: true })
/** «25 %» as well as «25». */
const readPercentage = (typed: string) => readWhole(typed.replace('%', ''))
const isWhole = (typed: string, most: number) => {
  const value = readPercentage(typed)
  return value !== null && value >= 1 && value <= most
}

const typedCode = z
  .object({
    code: createDiscountCode.body.shape.code,
    kind: z.enum(['percent', 'amount']),
    percent: z.string(),
    amount: z.string(),
    scope: z.enum(['all', 'some']),
    ticketTypeIds: z.array(z.string()),
    maxUses: optionalUses,
    perPersonLimit: optionalUses,
    startsAt: z.string(),
    endsAt: z.string(),
  })
  .check(
    z.refine(({ kind, percent }) => kind !== 'percent' || isWhole(percent, 100), {
      error: 'Poné un porcentaje entre 1 y 100',
      path: ['percent'],
    }),
    z.refine(({ kind, amount }) => kind !== 'amount' || isWhole(amount, MOST_PESOS), {
      error: 'Poné un importe en pesos enteros',
      path: ['amount'],
    }),
    z.refine(({ scope, ticketTypeIds }) => scope === 'all' || ticketTypeIds.length > 0, {
      error: 'Elegí al menos una entrada',
      path: ['ticketTypeIds'],
    }),
    z.refine(({ startsAt, endsAt }) => startsAt === '' || endsAt === '' || startsAt < endsAt, {
      error: 'Tiene que terminar después de empezar',
      path: ['endsAt'],
    }),
  )

/** A new code of an event: what it takes off, of which tickets, how often and when. */
export function DiscountDialog({ event, onClose }: { event: ManagedEvent; onClose: () => void }) {
  const types = event.ticketTypes.filter(isPaidType)
  const form = useSubmit(createDiscountCode, {
    schema: typedCode,
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
  const spelled = normalCode(typed.code)
  return (
    <FormDialog form={form} title="Crear código de descuento" submit="Crear código" onClose={onClose}>
      <TextField
        label="Código"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={
          spelled !== '' && spelled !== typed.code
            ? `Se guarda como ${spelled}. Vale igual en minúsculas, con acentos o con guiones.`
            : 'Letras y números. Vale igual en minúsculas, con acentos o con guiones.'
        }
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
          options={types.map(({ id, name, price }) => ({ value: id, label: name, hint: formatPesos(price) }))}
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
        <TextField label="Desde" optional type="datetime-local" {...form.field('startsAt')} />
        <TextField label="Hasta" optional type="datetime-local" {...form.field('endsAt')} />
      </div>
    </FormDialog>
  )
}

/** What the tickets would cost, while it is typed. */
function Examples({ types, off }: { types: ManagedEvent['ticketTypes']; off: Discount }) {
  const shown = types.filter(({ price }) => discountCents(toCents(price), off) > 0).slice(0, 3)
  return (
    <p aria-live="polite" className="-mt-2 text-14 text-humo empty:hidden">
      {shown
        .map(({ name, price }) => {
          const left = price - toPesos(discountCents(toCents(price), off))
          return `${name}: ${formatPesos(price)} → ${left === 0 ? 'gratis' : formatPesos(left)}`
        })
        .join(' · ')}
    </p>
  )
}

type TypedDiscount = Pick<z.input<typeof typedCode>, 'kind' | 'percent' | 'amount'>

function discountOf({ kind, percent, amount }: TypedDiscount): Discount {
  return kind === 'percent'
    ? { percent: readPercentage(percent) ?? 0, amountCents: null }
    : { percent: null, amountCents: readPesos(amount) }
}

/** Of what a `datetime-local` gives, which is said in local time. */
function instantOf(typed: string): string | null {
  const [date, time] = typed.split('T')
  return date && time ? fromLocal(date, time.slice(0, 5)) : null
}
