import { useNavigate, useSearchParams } from 'react-router'
import { useLatestLocation } from '#web/features/lists/use-latest-location.ts'

/**
 * A dialog that has an address, to be sent and to be left by the browser's «back»: under `name` the query says of what it is
 * open. `null` closes it, without a step back to it; the rest of the query stays, also what another changed in the same breath.
 */
export function useDialogAddress(name: string): readonly [string | null, (of: string | null) => void] {
  const navigate = useNavigate()
  const heading = useLatestLocation()
  const [search] = useSearchParams()
  function set(of: string | null) {
    const { pathname, search: newest } = heading()
    const next = new URLSearchParams(newest)
    if (of === null) next.delete(name)
    else next.set(name, of)
    void navigate({ pathname, search: next.toString() }, { preventScrollReset: true, replace: of === null })
  }
  return [search.get(name), set]
}
