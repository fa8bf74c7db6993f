import { Combobox, type ComboboxProps } from './Combobox.tsx'
import { SelectField } from './SelectField.tsx'

/** From this many options on, scrolling is not enough to find one. */
const WORTH_SEARCHING = 24

/** One of some: the phone's own picker, or, of many, a field to type in. */
export function ChoiceField({
  placeholder = 'Elegí',
  ...props
}: Omit<ComboboxProps, 'onSearch' | 'isSearching' | 'ref'>) {
  if (props.options.length >= WORTH_SEARCHING) return <Combobox {...props} placeholder={placeholder} />
  const { onChange, ...select } = props
  return <SelectField {...select} placeholder={placeholder} onChange={({ target }) => onChange(target.value)} />
}
