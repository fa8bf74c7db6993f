import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { searchUsers, type FoundUser } from '#contract/accounts/people.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointQuery } from '#web/api/query.ts'
import { PersonCell } from '#web/features/lists/cells.tsx'
import { showPhone } from '#web/lib/phone.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

/** Searches are limited to 60 an hour: one per pause in the typing. */
const TYPING_MILLISECONDS = 500
const MIN_LETTERS = 3

interface PeopleSearchProps {
  isBusy: (user: FoundUser) => boolean
  onChoose: (user: FoundUser) => void
}

/** Finds a person among the team and the buyers of own events. */
export function PeopleSearch({ isBusy, onChoose }: PeopleSearchProps) {
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), TYPING_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useQuery(
    endpointQuery(searchUsers, { query: { query: text } }, { enabled: text.length >= MIN_LETTERS }),
  )
  return (
    // As tall as the other panel, so that the sheet does not jump under the thumb.
    <div className="flex min-h-96 flex-col gap-3">
      <TextField
        label="Persona"
        type="search"
        maxLength={100}
        placeholder="Nombre, email o teléfono"
        before={<Search className="size-5" />}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {text.length < MIN_LETTERS && (
        <p className="text-14 text-humo">Escribí al menos 3 letras. Buscamos entre tu equipo y tus compradores.</p>
      )}
      {found.isFetching && !found.data && <Skeleton label="Buscando" className="h-14" />}
      <Problem message={found.error && failureMessage(found.error)} />
      {found.data?.users.length === 0 && (
        <p role="status" className="text-14 text-humo">
          No encontramos a nadie así. Podés invitar a esa persona con su teléfono.
        </p>
      )}
      {found.data && found.data.users.length > 0 && (
        <ul aria-label="Personas encontradas" className="divide-y divide-linea rounded-card border border-linea">
          {found.data.users.map((user) => (
            <li key={user.id} className="flex items-center justify-between gap-3 py-2 pr-2 pl-3">
              <PersonCell person={user} details={[user.phone ? showPhone(user.phone) : user.mail]} />
              <Button
                size="s"
                tone="secondary"
                busy={isBusy(user)}
                aria-label={`Sumar a ${user.name}`}
                onClick={() => onChoose(user)}
              >
                Sumar
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
