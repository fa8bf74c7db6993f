import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { SessionUser } from '#contract/accounts.ts'
import type { ManagedEvent } from '#contract/events-managed.ts'
import { paths } from '#contract/paths.ts'
import { queryClient } from '#web/api/query.ts'
import { Card } from '#web/ui/base/Card.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { mayEdit } from '../events/event-acts.ts'
import { categoriesQuery } from './BasicsSection.tsx'
import { EventEditor } from './EventEditor.tsx'
import { managedEventQuery } from '../workspace/EventWorkspace.tsx'
import { usePerson } from '#web/shell/session/use-person.ts'

export const loader = () => {
  void queryClient.prefetchQuery(categoriesQuery())
  return null
}

/** `/organizador/eventos/nuevo` and `/organizador/eventos/:id/editar`. */
function EventEditorScreen() {
  const { id } = useParams()
  return id === undefined ? <NewEvent key="new" /> : <KeptEvent key={id} id={id} />
}

function NewEvent() {
  const user = usePerson()
  if (!user) return null
  if (!mayEdit(user) || user.companyId === null) {
    return (
      <>
        <PageHeader title="Nuevo evento" />
        <EmptyState title="Los eventos los crea una organización" action={<BackToEvents />}>
          Entrá con la cuenta de quien la maneja para crear uno.
        </EmptyState>
      </>
    )
  }
  return <EventEditor event={null} />
}

/** The frame around all screens of an event shows why it cannot be read. */
function KeptEvent({ id }: { id: string }) {
  const user = usePerson()
  const { data: event } = useQuery(managedEventQuery(id))
  if (!user || !event) return <EditorSkeleton />
  return <EventEditor event={event} readOnly={whyReadOnly(event, user)} />
}

function whyReadOnly({ state }: ManagedEvent, user: SessionUser): string | undefined {
  if (!mayEdit(user)) return 'Los datos del evento los cambia quien lo organiza.'
  if (state === 'success') return 'Este evento ya terminó: podés mirarlo y duplicarlo, pero no cambiarlo.'
  if (state === 'cancelled') return 'Este evento se canceló: podés mirarlo y duplicarlo, pero no cambiarlo.'
  return undefined
}

function BackToEvents() {
  return (
    <LinkButton asChild tone="secondary">
      <Link to={paths.organizerEvents()}>Ver eventos</Link>
    </LinkButton>
  )
}

/** The form's sections, and the card beside them. */
function EditorSkeleton() {
  return (
    <div role="status" aria-label="Cargando el formulario">
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-8">
        <div className="flex flex-col gap-6">
          {[3, 2, 1].map((fields) => (
            <Card key={fields} className="flex flex-col gap-5 p-4 md:p-6">
              <Skeleton className="h-6 w-28" />
              {Array.from({ length: fields }, (_, index) => (
                <div key={index} className="flex flex-col gap-2">
                  <Skeleton className="h-4 w-20" />
                  <Skeleton className="h-12 w-full" />
                </div>
              ))}
            </Card>
          ))}
        </div>
        <Card className="hidden h-112 overflow-hidden lg:block">
          <Skeleton className="aspect-[4/5] w-full" />
        </Card>
      </div>
    </div>
  )
}

export { EventEditorScreen as Component }
