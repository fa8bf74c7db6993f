import { useSearchParams } from 'react-router'

/**
 * A dialog that has an address, to be sent and to be left by the browser's «back»: under `name` the query says of what it is
 * open. `null` closes it, without a step back to it; the rest of the query stays.
 */
export function useDialogAddress(name: string): readonly [string | null, (of: string | null) => void] {
  const [search, setSearch] = useSearchParams()
  function set(of: string | null) {
    const next = new URLSearchParams(search)
    if (of === null) next.delete(name)
    else next.set(name, of)
    setSearch(next, { preventScrollReset: true, replace: of === null })
  }
  return [search.get(name), set]
}
