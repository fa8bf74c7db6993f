import { inputField } from '#web/api/form.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { AGE_RULE } from '#web/features/events/age-rule.ts'
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
      <Checkbox label="Solo para mayores de esa edad" hint={AGE_RULE} {...inputField(form, 'forbidsMinors')} />
      <TextArea
        label="Condiciones de ingreso"
        optional
        hint="Vestimenta, último horario de ingreso, derecho de admisión."
        {...inputField(form, 'admissionConditions')}
      />
    </Section>
  )
}
