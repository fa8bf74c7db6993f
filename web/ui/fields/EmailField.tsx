import { TextField, type TextFieldProps } from './TextField.tsx'

export type EmailFieldProps = Omit<TextFieldProps, 'label' | 'type' | 'inputMode' | 'autoCapitalize' | 'before'>

/** An e-mail address. `autoComplete="off"` where it is another person's. */
export function EmailField({ autoComplete = 'email', ...field }: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      type="email"
      inputMode="email"
      autoCapitalize="none"
      autoComplete={autoComplete}
      {...field}
    />
  )
}
