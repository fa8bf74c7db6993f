import { useQuery } from '@tanstack/react-query'
import { changeLines, actLabels } from '#contract/events/change-words.ts'
import type { CommercialChange } from '#contract/events/event-changes.ts'
import type { EventChange as FieldsChange, TicketTypeChange } from '#contract/events/event-fields.ts'
import { updateEvent, updateEventTickets } from '#contract/events/events-managed.ts'
import { formatMoment } from '#contract/values/dates.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { categoriesQuery } from '#web/features/event-editor/BasicsSection.tsx'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { useManagedEvent } from './managed-event.ts'

const stateWords = {
  undoable: null,
  undone: 'Deshecho',
  overwritten: 'Cambió después',
  final: null,
} as const satisfies Record<CommercialChange['state'], string | null>

/** One change of a commercial: who, when, from what to what; to be undone where `canUndo`. */
export function EventChange({
  change,
  version,
  canUndo,
}: {
  change: CommercialChange
  version: number | undefined
  canUndo: boolean
}) {
  const { data } = useQuery(categoriesQuery())
  const lines = changeLines(change, data?.categories ?? [])
  const words = stateWords[change.state]
  return (
    <Card className="flex flex-col gap-3 p-4 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="font-bold wrap-anywhere">
            {change.userName}: {actLabels[change.act].toLowerCase()}
          </h3>
          <p className="text-14 text-humo">{formatMoment(change.changedAt)}</p>
        </div>
        {words && <Badge tone="neutral">{words}</Badge>}
        {canUndo && change.state === 'undoable' && <Undo change={change} version={version} />}
      </div>
      {lines.length > 0 && (
        <dl className="grid gap-x-6 gap-y-2 text-14 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)]">
          {lines.map(({ label, before, after }) => (
            <div key={label} className="contents">
              <dt className="text-humo wrap-anywhere">{label}</dt>
              <dd className="wrap-anywhere max-sm:mb-2">
                <s className="text-humo">
                  <span className="sr-only">antes: </span>
                  {before}
                </s>{' '}
                → <span className="sr-only">ahora: </span>
                {after}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}

const before = (fields: readonly { field: string; before: unknown }[]) =>
  Object.fromEntries(fields.map(({ field, before: value }) => [field, value]))

/** Saves what was said before, on the version of which the list speaks: what changed since is not lost. */
function Undo({ change, version }: { change: CommercialChange; version: number | undefined }) {
  const { id } = useManagedEvent()
  const shared = {
    title: '¿Deshacer este cambio?',
    confirm: 'Deshacer',
    description:
      'El evento vuelve a decir lo que decía antes. Si cambia la fecha o el lugar, se lo avisamos a quienes tienen entradas.',
    done: 'Deshiciste el cambio',
    refused: 'No se deshizo el cambio.',
  }
  const fields = useAct(updateEvent, {
    // The fields of the contract with the values that they had.
    input: ({ fields }: CommercialChange) => ({
      params: { id },
      body: { ...(before(fields) as FieldsChange), version },
    }),
    ...shared,
  })
  const types = useAct(updateEventTickets, {
    input: ({ ticketTypes }: CommercialChange) => ({
      params: { id },
      body: {
        ticketTypes: ticketTypes.map((type): TicketTypeChange => ({ ...before(type.fields), id: type.id })),
        version,
      },
    }),
    ...shared,
  })
  const act = change.ticketTypes.length > 0 ? types : fields
  return (
    <>
      <Button tone="secondary" size="s" onClick={() => act.ask(change)}>
        Deshacer
      </Button>
      {act.dialog}
    </>
  )
}
