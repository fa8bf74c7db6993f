import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'

/** The large search box of the landing and of the events. */
export function SearchInput(input: Omit<ComponentProps<'input'>, 'type' | 'className' | 'placeholder'>) {
  return (
    <label className="relative min-w-0 flex-1">
      <span className="sr-only">Buscá un evento, lugar u organizador</span>
      <Search size={18} className="absolute top-1/2 left-5 -translate-y-1/2 text-humo" />
      <input
        {...input}
        type="search"
        enterKeyHint="search"
        maxLength={100}
        placeholder="Evento, lugar u organizador"
        className="min-h-14 w-full rounded-full border border-borde-campo bg-mesa pr-5 pl-12 text-16 text-ellipsis"
      />
    </label>
  )
}
