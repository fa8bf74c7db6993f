import { useState } from 'react'
import { afterPress } from '#web/lib/fields/after-press.ts'
import { incompleteDate } from '#web/lib/fields/incomplete-date.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

export type MomentFieldProps = Omit<TextFieldProps, 'type' | 'before' | 'look'>

/** The browser's own picker of a day, an hour or both. One that is typed in part is refused when it is left; its form refuses it too. */
function MomentField({ type, error, onBlur, onInput, ...field }: MomentFieldProps & { type: string }) {
  const [problem, setProblem] = useState<string>()
  return (
    <TextField
      {...field}
      type={type}
      error={error ?? problem}
      onBlur={(event) => {
        const { target } = event
        afterPress(() => setProblem(incompleteDate(target)))
        onBlur?.(event)
      }}
      onInput={(event) => {
        setProblem(undefined)
        onInput?.(event)
      }}
    />
  )
}

/** A calendar date, `YYYY-MM-DD`. */
export function DateField(props: MomentFieldProps) {
  return <MomentField {...props} type="date" />
}

/** A time of day, `HH:mm`. */
export function TimeField(props: MomentFieldProps) {
  return <MomentField {...props} type="time" />
}

/** A local date and time, `YYYY-MM-DDTHH:mm`. */
export function DateTimeField(props: MomentFieldProps) {
  return <MomentField {...props} type="datetime-local" />
}
