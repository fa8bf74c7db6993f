import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ManagedEvent } from '#contract/events-managed.ts'
import { paths } from '#contract/paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { RowMenu } from '#web/ui/RowMenu.tsx'
import { showToast } from '#web/ui/toast.ts'
import { BackToEvents } from '../BackToEvents.tsx'
import { EventActDialog } from '../EventActDialog.tsx'
import { actedFromEditor, actsOf, actWords, type EventAct } from '../event-acts.ts'
import { eventMenu } from '../event-menu.tsx'
import { stateBadge } from '../event-state.ts'
import { usePerson } from '../use-person.ts'
import { keepManagedEvent } from './use-event-save.ts'

/** Which event this is, how it stands, and what can be done with it besides editing. */
export function EditorHeader({ event, isUnsaved }: { event: ManagedEvent | null; isUnsaved: boolean }) {
  return (
    <>
      <BackToEvents />
      <PageHeader
        eyebrow={event ? 'Editar evento' : 'Nuevo evento'}
        title={event ? event.name : 'Contanos de tu evento'}
        action={event && <EventStanding event={event} isUnsaved={isUnsaved} />}
      />
    </>
  )
}

function EventStanding({ event, isUnsaved }: { event: ManagedEvent; isUnsaved: boolean }) {
  const user = usePerson()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<EventAct | null>(null)
  const badge = stateBadge(event)
  const acted = actedFromEditor(event)
  // What is typed is published by «Guardar y publicar», so that nobody publishes what they do not see.
  const acts = user ? actsOf(event, user).filter((act) => !(act === 'publish' && isUnsaved)) : []
  const items = eventMenu(event, acted, acts, setAsked)
  return (
    <div className="flex items-center gap-3">
      <Badge tone={badge.tone}>{badge.text}</Badge>
      <RowMenu framed label="Más acciones" items={items} />
      {asked && (
        <EventActDialog
          act={asked}
          event={acted}
          onClose={() => setAsked(null)}
          onDone={(answer) => {
            keepManagedEvent(answer)
            showToast(actWords(asked, acted).done, 'success')
            if (asked === 'duplicate') void navigate(paths.editEvent(answer.id))
          }}
        />
      )}
    </div>
  )
}
