import { TextField, type TextFieldProps } from './TextField.tsx'

/** A calendar date, `YYYY-MM-DD`, by the browser's own picker. */
export function DateField(props: Omit<TextFieldProps, 'type' | 'before'>) {
  return <TextField {...props} type="date" />
}
