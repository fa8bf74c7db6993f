import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ManagedEvent } from '#contract/events-managed.ts'
import { paths } from '#contract/paths.ts'
import { isSomethingUnsaved } from '#web/lib/unsaved.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { RowMenu } from '#web/ui/RowMenu.tsx'
import { showToast } from '#web/ui/toast.ts'
import { EventActDialog } from './EventActDialog.tsx'
import { actedFromEditor, actsOf, actWords, type EventAct } from './event-acts.ts'
import { keepManagedEvent } from './event-editor/use-event-save.ts'
import { eventMenu } from './event-menu.tsx'
import { stateBadge } from './event-state.ts'
import { usePerson } from './use-person.ts'

/** How an event stands, and what can be done with it besides editing. */
export function EventStanding({ event }: { event: ManagedEvent }) {
  const badge = stateBadge(event)
  const { acted, acts, ask, dialog } = useEventActs(event)
  // The team stands in a tab beside.
  const items = eventMenu(event, acted, acts, ask).filter(({ key }) => key !== 'team')
  return (
    <div className="flex items-center gap-3 md:row-span-2 md:self-start">
      <Badge tone={badge.tone}>{badge.text}</Badge>
      <RowMenu framed label="Más acciones" items={items} />
      {dialog}
    </div>
  )
}

/** What this person may do with an event; `ask` says what will happen and does it, `dialog` stands wherever it is asked. */
export function useEventActs(event: ManagedEvent) {
  const user = usePerson()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<EventAct | null>(null)
  const acted = actedFromEditor(event)
  const dialog = asked && (
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
  )

  function ask(act: EventAct) {
    // What is typed is published by «Guardar y publicar», so that nobody publishes what they do not see.
    if (act === 'publish' && isSomethingUnsaved()) {
      return showToast('Tenés cambios sin guardar: publicá con «Guardar y publicar».')
    }
    setAsked(act)
  }

  return { acted, acts: user ? actsOf(event, user) : [], ask, dialog }
}
