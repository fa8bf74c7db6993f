import { History } from 'lucide-react'
import { getCommercialChanges } from '#contract/events/event-changes.ts'
import { defineList } from '#web/features/lists/define-list.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { Section } from '#web/ui/base/Section.tsx'
import { EventChange } from './EventChange.tsx'
import { useManagedEvent } from './managed-event.ts'

export const changes = defineList(getCommercialChanges, {
  screen: 'eventChanges',
  rows: ({ changes }) => changes,
  sort: { changedAt: ['fecha', { desc: 'Últimos cambios' }] },
})
export const { loader } = changes

/** `/organizador/eventos/:id/cambios`: what a commercial changed of the event, to be undone. */
function EventChangesScreen() {
  const list = useList(changes)
  const { may } = useManagedEvent()
  return (
    <Section
      title="Cambios de tu comercial"
      look="display"
      hint="Qué decía tu evento antes y qué dice ahora. «Deshacer» vuelve a lo de antes."
    >
      <ListView
        list={list}
        noun={{ none: 'Ningún cambio', one: 'cambio', many: 'cambios' }}
        empty={{
          icon: History,
          title: 'Tu comercial no cambió nada',
          children: 'Cuando cambie algo del evento te avisamos, y acá ves qué decía antes.',
        }}
        failure="Error al cargar los cambios"
        filters={null}
      >
        {(rows) => (
          <ul className="flex flex-col gap-3.5">
            {rows.map((change) => (
              <li key={change.id}>
                <EventChange change={change} version={list.answer?.version} canUndo={may.edit} />
              </li>
            ))}
          </ul>
        )}
      </ListView>
    </Section>
  )
}

export { EventChangesScreen as Component }
