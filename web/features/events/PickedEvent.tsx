import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, Navigate, Outlet, useLocation, useNavigate, useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { keepJson, readJson } from '#web/lib/kept-json.ts'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ChoiceField } from '#web/ui/fields/ChoiceField.tsx'
import { choicesQuery, choicesOf } from './use-event-choices.ts'

/** The tab remembers the event across the screens that stand above events. */
const STORE = 'picked-event'

/**
 * The frame of screens about one event that is picked above them: `/organizador/bebidas/:id`. Without an event in the address it
 * goes on to the one picked last in this tab, or to the latest.
 */
export function PickedEvent() {
  const { id } = useParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const read = useQuery(choicesQuery())
  useEffect(() => {
    if (id !== undefined) keepJson(sessionStorage, STORE, id)
  }, [id])
  return (
    <Loaded read={read} label="Cargando tus eventos" skeleton="h-20" errorText="Error al cargar tus eventos">
      {({ events }) => {
        const last = readJson(sessionStorage, STORE)
        const first = events.find((event) => event.id === last) ?? events[0]
        if (!first) return <NoEvents />
        if (id === undefined) return <Navigate replace to={`${pathname.replace(/\/$/, '')}/${first.id}`} />
        return (
          <>
            <ChoiceField
              className="mb-6 max-w-md print:hidden"
              label="Evento"
              options={choicesOf(events)}
              value={id}
              onChange={(next) => next && void navigate(pathname.replace(id, next))}
            />
            <Outlet key={id} />
          </>
        )
      }}
    </Loaded>
  )
}

function NoEvents() {
  return (
    <EmptyState
      title="Todavía no tenés eventos"
      action={
        <LinkButton asChild>
          <Link to={paths.organizerEvents()}>Ir a mis eventos</Link>
        </LinkButton>
      }
    >
      Acá vas a ver lo de cada evento.
    </EmptyState>
  )
}
