import { useEffect, useState } from 'react'
import { shorten } from '#contract/values/text.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Combobox, type Choice } from '#web/ui/fields/Combobox.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { MAX_TEXT } from './filters.ts'
import type { ChoiceSource } from './searched-choices.ts'
import { PAUSE_MILLISECONDS } from './use-typed-text.ts'

interface SearchedChoiceFieldProps {
  label: string
  hint?: string
  placeholder?: string
  source: ChoiceSource
  value: string
  onChange: (value: string) => void
  className?: string
}

/** One of more choices than can be listed: the server searches them after a pause in the typing. */
export function SearchedChoiceField({ source, value, onChange, className, ...field }: SearchedChoiceFieldProps) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [last, setLast] = useState<Choice>()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(shorten(typed.trim(), MAX_TEXT)), PAUSE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [typed])
  const { options, isFetching, failure, retry } = source.useFound(asked)
  const chosen = options.find((option) => option.value === value) ?? (last?.value === value ? last : undefined)
  const label = source.useLabel(value, value !== '' && !chosen)
  const known = chosen ?? (value && label ? { value, label } : undefined)
  return (
    <div className={className}>
      <Combobox
        {...field}
        options={!known || options.includes(known) ? options : [known, ...options]}
        value={value}
        onChange={(next) => {
          setLast(options.find((option) => option.value === next))
          onChange(next)
        }}
        onSearch={setTyped}
        isSearching={isFetching}
        noMatch={failure ? 'No pudimos buscar' : 'Nada con ese nombre'}
      />
      {failure && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <Problem message={failureMessage(failure, 'No pudimos buscar')} />
          <Button tone="secondary" size="s" busy={isFetching} onClick={retry}>
            Reintentar
          </Button>
        </div>
      )}
    </div>
  )
}
