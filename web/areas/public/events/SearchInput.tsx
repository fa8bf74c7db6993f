import { Search } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { firstFields } from '#web/lib/start/first-fields.ts'

interface SearchInputProps {
  value: string
  onChange: (text: string) => void
}

/**
 * The large search box of the landing and of the events. It takes over text and focus of its twin in the page's first HTML
 * (`server/modules/events/first-paint/search-box.ts`).
 */
export function SearchInput({ value, onChange }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [wasHeld] = useState(() => firstFields().get('search') === document.activeElement)
  useLayoutEffect(() => {
    const before = firstFields().get('search')
    if (!before) return
    firstFields().delete('search')
    if (before.value !== '') onChange(before.value)
    if (wasHeld) input.current?.focus()
  })
  return (
    <label className="relative min-w-0 flex-1">
      <span className="sr-only">Buscá un evento, lugar u organizador</span>
      <Search size={18} className="absolute top-1/2 left-5 -translate-y-1/2 text-humo" />
      <input
        ref={input}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        type="search"
        enterKeyHint="search"
        maxLength={100}
        placeholder="Evento, lugar u organizador"
        className="min-h-14 w-full rounded-full border border-borde-campo bg-mesa pr-5 pl-12 text-16 text-ellipsis"
      />
    </label>
  )
}
