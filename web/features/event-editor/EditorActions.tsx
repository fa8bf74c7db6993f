import type { ManagedEvent } from '#contract/events/events-managed.ts'
import { BottomBar } from '#web/ui/overlays/BottomBar.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { JobProgress } from '#web/ui/data/JobProgress.tsx'
import type { FieldProblem } from './focus-problem.ts'
import type { SaveIntent } from './use-event-editor.ts'

interface EditorActionsProps {
  event: ManagedEvent | null
  isUnsaved: boolean
  /** What is being done, while it is: its own button says so. */
  saving: SaveIntent | null
  /** What stopped the last try, if it did. */
  problem: string | undefined
  /** What is wrong with fields; each leads to its own. */
  problems: readonly FieldProblem[]
  onProblem: (name: string) => void
  /** Share of the flyer that has left, while it does. */
  uploaded: number | null
  onSave: (intent: SaveIntent) => void
}

/** The editor's buttons: at the bottom on a phone, next to the form on a desktop. */
export function EditorActions(props: EditorActionsProps) {
  const { event, isUnsaved, saving, problem, problems, onProblem, uploaded, onSave } = props
  const isOnSale = event?.state === 'active'
  const button = (intent: SaveIntent) => ({
    busy: saving === intent,
    disabled: saving !== null,
    onClick: () => onSave(intent),
  })
  return (
    // Above the preview on a desktop: what is to be revised would push the button out of the window.
    <BottomBar className="lg:order-first">
      <div className="flex flex-col gap-3">
        <Problem message={problem} />
        {problems.length > 1 && (
          <ul aria-label="Campos para revisar" className="-mt-1 max-h-[22dvh] overflow-y-auto md:max-h-[40dvh]">
            {problems.map(({ name, message }) => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => onProblem(name)}
                  className="min-h-11 w-full px-4 py-1.5 text-left text-14 text-celeste underline underline-offset-3 hover:text-papel"
                >
                  {message}
                </button>
              </li>
            ))}
          </ul>
        )}
        {uploaded !== null && (
          <JobProgress
            label="Subiendo el flyer"
            text="Subiendo el flyer…"
            value={Math.round(uploaded * 100)}
            max={100}
          />
        )}
        <div className="flex flex-wrap gap-3 md:flex-col">
          {isOnSale ? (
            <Button className="flex-1" {...button('save')}>
              Guardar cambios
            </Button>
          ) : (
            <>
              <Button tone="secondary" narrow="phones" className="flex-1 md:order-last" {...button('save')}>
                {event?.state === 'inactive' ? 'Guardar cambios' : 'Guardar borrador'}
              </Button>
              <Button narrow="phones" className="flex-1" {...button('publish')}>
                Guardar y publicar
              </Button>
            </>
          )}
        </div>
        <p role="status" className="text-14 text-humo max-md:sr-only">
          {isUnsaved ? 'Hay cambios sin guardar.' : event ? 'Todo guardado.' : ''}
        </p>
      </div>
    </BottomBar>
  )
}
