import { inputField } from '#web/api/form.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { NumberField } from '#web/ui/fields/NumberField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import type { EventForm } from './event-form.ts'

/** Who may come in. */
export function ConditionsSection({ form }: { form: EventForm }) {
  return (
    <Section card title="Condiciones">
      <NumberField
        label="Edad mínima"
        optional
        hint="Vacía, es apto para todo público."
        className="sm:max-w-64"
        {...inputField(form, 'minimumAge')}
      />
      <Checkbox
        label="No venderle a quien no llegue a esa edad"
        hint="Se mira la fecha de nacimiento de la cuenta el día del evento. Sin esto solo se avisa al comprar y se pide DNI en la puerta."
        {...inputField(form, 'forbidsMinors')}
      />
      <TextArea
        label="Condiciones de ingreso"
        optional
        hint="Vestimenta, último horario de ingreso, derecho de admisión."
        {...inputField(form, 'admissionConditions')}
      />
    </Section>
  )
}
