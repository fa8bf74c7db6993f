import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { isFormUnsaved } from '#web/lib/unsaved.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { RowMenu } from '#web/ui/data/RowMenu.tsx'
import { alert } from '#web/shell/notices/alert.ts'
import { actedFromEditor, actsOf, type EventAct } from '../events/event-acts.ts'
import { eventMenu } from '../events/event-menu.tsx'
import { stateBadge } from '#web/features/events/event-state.ts'
import { useEventActs } from '../events/use-event-acts.tsx'
import { useMay } from '#web/shell/session/person.ts'

/** An event's status, and its actions besides editing. */
export function EventStatus({ event }: { event: ManagedEvent }) {
  const badge = stateBadge(event)
  const { acted, acts, ask, dialog } = useActsOfOpenEvent(event)
  // The team has its own tab.
  const items = eventMenu(event, acted, acts, ask).filter(({ key }) => key !== 'team')
  return (
    <div className="flex items-center gap-3 md:row-span-2 md:self-start">
      <Badge tone={badge.tone}>{badge.one}</Badge>
      <RowMenu framed label="Más acciones" items={items} />
      {dialog}
    </div>
  )
}

/** What this person may do with an event that is open; `ask` says what will happen and does it. */
export function useActsOfOpenEvent(event: ManagedEvent) {
  const may = useMay()
  const acted = actedFromEditor(event)
  const { ask, dialog } = useEventActs()
  return {
    acted,
    acts: actsOf(event, may),
    ask(act: EventAct) {
      // Unsaved input is published by «Guardar y publicar», so that the published version is the one on screen.
      if (act !== 'publish' || !isFormUnsaved()) return ask(act, acted)
      alert.info('Tenés cambios sin guardar', 'Publicá con «Guardar y publicar».', { autoClose: true })
    },
    dialog,
  }
}
