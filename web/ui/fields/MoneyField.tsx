import { TextField, type TextFieldProps } from './TextField.tsx'

/** Pesos as people type them: its form reads the text. */
export function MoneyField(props: Omit<TextFieldProps, 'type' | 'inputMode' | 'look' | 'before'>) {
  return <TextField autoComplete="off" {...props} inputMode="numeric" before="$" />
}
