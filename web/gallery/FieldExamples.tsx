import { Search } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { ChoiceField } from '#web/ui/fields/ChoiceField.tsx'
import { Combobox } from '#web/ui/fields/Combobox.tsx'
import { DateRangeField } from '#web/ui/fields/DateRangeField.tsx'
import { EmailField } from '#web/ui/fields/EmailField.tsx'
import { MoneyField } from '#web/ui/fields/MoneyField.tsx'
import { NumberField } from '#web/ui/fields/NumberField.tsx'
import { NewPasswordField, PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { RadioGroup } from '#web/ui/fields/RadioGroup.tsx'
import { SelectField } from '#web/ui/fields/SelectField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { DateField, TimeField } from '#web/ui/fields/MomentField.tsx'
import { Example, LONG_NAME } from './Example.tsx'

const provinces = ['Santa Fe', 'Córdoba', LONG_NAME, 'Entre Ríos', 'Neuquén', 'Río Negro'].map((label) => ({
  value: label,
  label,
}))

/** What is filled in. */
export function FieldExamples() {
  const [province, setProvince] = useState('')
  const [range, setRange] = useState({ from: '2026-11-30', to: '2026-11-01' })
  const [door, setDoor] = useState<'qr' | 'list' | 'none'>('qr')
  return (
    <>
      <Example name="TextField">
        <TextField label="Nombre" defaultValue={LONG_NAME} />
        <TextField label="Ciudad" optional hint="Como la conoce la gente." placeholder="Rosario" />
        <TextField label="Buscar" before={<Search className="size-5" />} type="search" />
        <TextField label="Código" look="code" maxLength={6} defaultValue="123456" />
        <TextField label="CUIT" disabled defaultValue="20-12345678-6" />
      </Example>
      <Example name="NumberField y MoneyField">
        <NumberField label="Cupo" error="Escribí un número mayor que cero" defaultValue="-3" />
        <MoneyField label="Precio" defaultValue="1.250.000" hint="Con 0 es gratis." />
      </Example>
      <Example name="EmailField y PasswordField">
        <EmailField />
        <PasswordField />
        <NewPasswordField />
      </Example>
      <Example name="TextArea">
        <TextArea label="Descripción" rows={3} hint="Qué va a pasar esa noche." error="Contá un poco más" />
      </Example>
      <Example name="SelectField">
        <SelectField
          label="Provincia"
          placeholder="Elegí"
          options={[
            { value: 'S', label: 'Santa Fe' },
            { value: 'X', label: 'Córdoba', disabled: true },
          ]}
        />
      </Example>
      <Example name="ChoiceField y Combobox">
        <ChoiceField
          label="Provincia de pocas"
          options={provinces.slice(0, 3)}
          value={province}
          onChange={setProvince}
        />
        <Combobox
          label="Provincia de muchas"
          hint="Escribí una parte del nombre."
          placeholder="Elegí"
          options={provinces}
          value={province}
          onChange={setProvince}
        />
        <Combobox label="Buscando" options={[]} value="" onChange={setProvince} onSearch={setProvince} isSearching />
      </Example>
      <Example name="DateField y TimeField">
        <DateField label="Día" />
        <TimeField label="Hora" />
      </Example>
      <Example name="DateRangeField">
        <DateRangeField
          label="Período"
          value={range}
          onChange={setRange}
          periods={[
            { label: 'Noviembre', from: '2026-11-01', to: '2026-11-30' },
            { label: 'Todo', from: '', to: '' },
          ]}
        />
      </Example>
      <Example name="Checkbox">
        <Checkbox label="Puede escanear" defaultChecked />
        <Checkbox label="Acepto los términos" hint="Los leés en dos minutos." error="Para seguir hay que aceptarlos" />
        <Checkbox label="No se puede cambiar" disabled />
      </Example>
      <Example name="RadioGroup">
        <RadioGroup
          label="Cómo entran"
          hint="Lo podés cambiar hasta que se venda la primera."
          value={door}
          onChange={setDoor}
          options={[
            { value: 'qr', label: 'Con su QR', hint: 'Se renueva solo: no sirve una captura.' },
            { value: 'list', label: 'Por lista', hint: LONG_NAME },
            { value: 'none', label: 'Sin control', disabled: true },
          ]}
        />
        <RadioGroup
          label="Quién la ve"
          error="Elegí una"
          value={null}
          onChange={() => undefined}
          options={[
            { value: 'all', label: 'Todos' },
            { value: 'link', label: 'Quien tenga el enlace' },
          ]}
        />
      </Example>
    </>
  )
}
