import { brand } from '#contract/platform/brand.ts'
import type { FeeTerms } from '#contract/values/prices.ts'
import { inputField } from '#web/api/form.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { feeWords } from '#contract/values/fee-words.ts'
import { NumberField } from '#web/ui/fields/NumberField.tsx'
import { RadioGroup } from '#web/ui/fields/RadioGroup.tsx'
import type { EditedBy } from './save-request.ts'
import type { EventForm, EventValues } from './event-form.ts'

type NumberName = 'capacity' | 'orderLimit' | 'personLimit' | 'holdMinutes' | 'courtesyLimit'

const numbers: readonly { name: NumberName; label: string; hint: string; optional?: true }[] = [
  {
    name: 'capacity',
    label: 'Capacidad total',
    hint: 'Tope entre todos los tipos. Vacía, vale la suma.',
    optional: true,
  },
  { name: 'orderLimit', label: 'Entradas por compra', hint: 'Hasta 10.' },
  { name: 'personLimit', label: 'Entradas por persona', hint: 'Sumando todas sus compras.' },
  { name: 'holdMinutes', label: 'Minutos para pagar', hint: 'Mientras tanto, el lugar queda reservado.' },
  { name: 'courtesyLimit', label: 'Cortesías como máximo', hint: 'Entre todas las que se emitan.' },
]

const buyerPays = {
  value: 'buyer',
  label: 'Lo paga quien compra',
  hint: 'Se suma al precio y se muestra antes de pagar.',
} as const
const whoPays = {
  organizer: [
    buyerPays,
    {
      value: 'organizer',
      label: 'Lo pagás vos',
      hint: 'El precio publicado es el final; el cargo sale de lo que cobrás.',
    },
  ],
  commercial: [
    buyerPays,
    {
      value: 'organizer',
      label: 'Lo paga la organización',
      hint: 'El precio publicado es el final; el cargo sale de lo que cobra.',
    },
  ],
} as const

interface SalesSectionProps {
  form: EventForm
  values: EventValues
  /** Null while they are not known. */
  feeTerms: FeeTerms | null
  by: EditedBy
}

/** How it is sold. */
export function SalesSection({ form, values, feeTerms, by }: SalesSectionProps) {
  return (
    <Section card title="Venta">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {numbers.map(({ name, ...field }) => (
          <NumberField key={name} {...field} {...inputField(form, name)} />
        ))}
      </div>
      <RadioGroup
        label="Cargo por servicio"
        hint={feeTerms ? `${feeWords(feeTerms)}. Lo fija ${brand.name}; las entradas gratis no lo tienen.` : undefined}
        options={whoPays[by]}
        value={values.absorbsServiceFee ? 'organizer' : 'buyer'}
        onChange={(who) => form.setValue('absorbsServiceFee', who === 'organizer', { shouldDirty: true })}
      />
      <div className="flex flex-col gap-1">
        <Checkbox
          label="Aceptar pagos en efectivo"
          hint="Rapipago o Pago Fácil. La reserva dura hasta 72 horas, y no se ofrece en los últimos 4 días."
          {...form.register('acceptsCash')}
        />
        <Checkbox
          label="Permitir transferir entradas"
          hint="Quien tiene una entrada puede pasársela a otra persona hasta que termina el evento."
          {...form.register('allowsTransfers')}
        />
        <Checkbox
          label="Evento privado"
          hint={
            values.isPrivate
              ? 'No aparece en la portada, en las búsquedas ni en tu página: solo entra quien esté en la lista.'
              : 'Solo para una lista de invitados. No aparece en la portada ni en las búsquedas.'
          }
          {...form.register('isPrivate')}
        />
      </div>
    </Section>
  )
}
