import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { classes } from '../base/classes.ts'
import { controlStyle, Field, fieldParts, type FieldProps } from './Field.tsx'
import { IconButton } from '../base/IconButton.tsx'

export interface PasswordFieldProps extends Partial<FieldProps>, Omit<ComponentProps<'input'>, 'className' | 'type'> {}

/** A new password, with the rule for it. */
export function NewPasswordField({ label = 'Contraseña nueva', ...field }: PasswordFieldProps) {
  return <PasswordField label={label} autoComplete="new-password" hint="Al menos 8 caracteres." {...field} />
}

/** The person's password, which can be shown. */
export function PasswordField(props: PasswordFieldProps) {
  const [field, input] = fieldParts({ label: 'Contraseña', ...props })
  const [isShown, setIsShown] = useState(false)
  return (
    <Field {...field}>
      {(control) => (
        <span className="relative block">
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={classes(controlStyle, 'pr-14')}
          />
          <IconButton
            label={isShown ? 'Ocultar la contraseña' : 'Mostrar la contraseña'}
            aria-pressed={isShown}
            onClick={() => setIsShown((shown) => !shown)}
            className="absolute top-0.5 right-1.5 text-humo"
          >
            {isShown ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
          </IconButton>
        </span>
      )}
    </Field>
  )
}
