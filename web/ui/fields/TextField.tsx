import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../base/classes.ts'
import { codeControlStyle, controlStyle, Field, fieldParts, type FieldProps } from './Field.tsx'

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'className'> {
  /** Drawn inside, at the left: an icon or a sign of pesos. */
  before?: ReactNode
  /** `code`: large and wide apart, for a short code. */
  look?: 'text' | 'code'
}

/** A line of text. Takes everything an `input` takes (`type`, `inputMode`, `autoComplete`, `{...form.register('x')}`). */
export function TextField({ before, look = 'text', ...props }: TextFieldProps) {
  const [field, input] = fieldParts(props)
  return (
    <Field {...field}>
      {(control) => (
        <span className="relative block">
          {before && (
            <span aria-hidden="true" className="absolute inset-y-0 left-4 flex items-center text-humo">
              {before}
            </span>
          )}
          <input
            {...input}
            {...control}
            className={classes(look === 'code' ? codeControlStyle : controlStyle, before !== undefined && 'pl-11')}
          />
        </span>
      )}
    </Field>
  )
}
