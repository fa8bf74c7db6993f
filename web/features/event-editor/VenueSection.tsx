import { inputField } from '#web/api/form.ts'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import type { EventForm, EventValues } from './event-form.ts'
import { provinceOptions } from '#web/lib/provinces.ts'

/** Where it happens. */
export function VenueSection({ form, values }: { form: EventForm; values: EventValues }) {
  return (
    <Section card title="Lugar">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Nombre del lugar" autoComplete="off" {...inputField(form, 'venueName')} />
        <TextField label="Dirección" autoComplete="off" {...inputField(form, 'adress')} />
        <TextField label="Ciudad" autoComplete="off" {...inputField(form, 'city')} />
        <SelectField
          label="Provincia"
          placeholder="Elegí una"
          options={provinceOptions(values.province)}
          {...inputField(form, 'province')}
          value={values.province}
        />
      </div>
    </Section>
  )
}
