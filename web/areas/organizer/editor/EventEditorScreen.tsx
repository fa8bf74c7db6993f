import { useParams } from 'react-router'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { paths } from '#contract/api/paths.ts'
import { queryClient } from '#web/api/query.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { categoriesQuery } from '#web/features/event-editor/BasicsSection.tsx'
import { OwnEventEditor } from './OwnEventEditor.tsx'
import { useManagedEvent } from '../workspace/managed-event.ts'
import type { May } from '#web/shell/session/may.ts'
import { useMay, usePerson } from '#web/shell/session/person.ts'

export const loader = () => {
  void queryClient.prefetchQuery(categoriesQuery())
  return null
}

/** `/organizador/eventos/nuevo` and `/organizador/eventos/:id/editar`. */
function EventEditorScreen() {
  const { id } = useParams()
  return id === undefined ? <NewEvent key="new" /> : <ManagedEventEditor key={id} />
}

function NewEvent() {
  const may = useMay()
  const { companyId } = usePerson()
  if (!may.edit || companyId === null) {
    return (
      <>
        <PageHeader title="Nuevo evento" />
        <EmptyState
          title="Los eventos los crea una organización"
          action={
            <ScreenButton tone="secondary" to={paths.organizerEvents()}>
              Ver eventos
            </ScreenButton>
          }
        >
          Entrá con la cuenta de quien la maneja para crear uno.
        </EmptyState>
      </>
    )
  }
  return <OwnEventEditor event={null} />
}

/** The frame around all screens of an event shows why it cannot be read. */
function ManagedEventEditor() {
  const { event, may } = useManagedEvent()
  if (!event) return <EditorSkeleton />
  return <OwnEventEditor event={event} readOnly={whyReadOnly(event, may)} />
}

function whyReadOnly({ state }: ManagedEvent, may: May): string | undefined {
  if (!may.edit) return 'Los datos del evento los cambia quien lo organiza.'
  if (state === 'success') return 'Este evento ya terminó: podés mirarlo y duplicarlo, pero no cambiarlo.'
  if (state === 'cancelled') return 'Este evento se canceló: podés mirarlo y duplicarlo, pero no cambiarlo.'
  return undefined
}

/** The form's sections, and the card next to them. */
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
