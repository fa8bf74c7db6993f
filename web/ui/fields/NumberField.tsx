import { TextField, type TextFieldProps } from './TextField.tsx'

export interface NumberFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'look'> {
  /** Brings the comma to a phone's keyboard. */
  hasDecimals?: boolean
}

/** A number as people type it, dots between thousands too: its form reads the text. Not the browser's own, which loses those. */
export function NumberField({ hasDecimals = false, ...props }: NumberFieldProps) {
  return <TextField autoComplete="off" {...props} inputMode={hasDecimals ? 'decimal' : 'numeric'} />
}
