import { useQuery } from '@tanstack/react-query'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import type { SessionUser } from '#contract/accounts.ts'
import { getManagedEvent, type ManagedEvent } from '#contract/events-managed.ts'
import { paths } from '#contract/paths.ts'
import { failureMessage, isApiFailure } from '#web/api/api-failure.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { mayEdit } from './event-acts.ts'
import { categoriesQuery } from './event-editor/BasicsSection.tsx'
import { EventEditor } from './event-editor/EventEditor.tsx'
import { usePerson } from './use-person.ts'

/** Sold and held places are shown as they are now. */
export const query = (id: string) => endpointQuery(getManagedEvent, { params: { id } }, { fresh: true })
export const loader = ({ params }: LoaderFunctionArgs) => {
  void queryClient.prefetchQuery(categoriesQuery())
  if (params['id']) void queryClient.prefetchQuery(query(params['id']))
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
  return <EventEditor event={null} userId={user.id} />
}

function KeptEvent({ id }: { id: string }) {
  const user = usePerson()
  const event = useQuery(query(id))
  if (!user || event.isPending) return <EditorSkeleton />
  if (event.data === undefined) {
    return (
      <>
        <PageHeader title="Editar evento" />
        {isApiFailure(event.error, 'event_not_found', 'invalid_input') ? (
          <EmptyState title="No encontramos ese evento" action={<BackToEvents />}>
            Puede que el enlace esté mal o que el evento sea de otra organización.
          </EmptyState>
        ) : (
          <ErrorState
            message={failureMessage(event.error, 'Error al cargar el evento')}
            onRetry={() => void event.refetch()}
            retrying={event.isFetching}
          />
        )}
      </>
    )
  }
  return <EventEditor event={event.data} userId={user.id} readOnly={whyReadOnly(event.data, user)} />
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

/** The form's bones: title, sections, and the card beside them. */
function EditorSkeleton() {
  return (
    <div role="status" aria-label="Cargando el evento">
      <h1 className="sr-only">Editar evento</h1>
      <Skeleton className="mb-6 h-6 w-24" />
      <Skeleton className="mb-2 h-4 w-32" />
      <Skeleton className="mb-8 h-9 w-72 max-w-full" />
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
