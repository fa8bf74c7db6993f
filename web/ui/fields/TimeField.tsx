import { TextField, type TextFieldProps } from './TextField.tsx'

/** A time of day, `HH:mm`, by the browser's own picker. */
export function TimeField(props: Omit<TextFieldProps, 'type' | 'before'>) {
  return <TextField {...props} type="time" />
}
