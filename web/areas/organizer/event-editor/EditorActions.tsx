import type { ManagedEvent } from '#contract/events.ts'
import { BottomBar } from '#web/ui/BottomBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Problem } from '#web/ui/Problem.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'

interface EditorActionsProps {
  event: ManagedEvent | null
  isUnsaved: boolean
  isSaving: boolean
  /** What stopped the last try, if it did. */
  problem: string | undefined
  /** Share of the flyer that has left, while it does. */
  uploaded: number | null
  onSave: (intent: 'save' | 'publish') => void
}

/** The editor's buttons: under the thumb on a phone, beside the form on a desktop. */
export function EditorActions({ event, isUnsaved, isSaving, problem, uploaded, onSave }: EditorActionsProps) {
  const isOnSale = event?.state === 'active'
  return (
    <BottomBar>
      <div className="flex flex-col gap-3">
        <Problem message={problem} />
        {uploaded !== null && (
          <div>
            <p className="mb-1.5 text-14 text-humo">Subiendo el flyer…</p>
            <ProgressBar label="Subiendo el flyer" value={Math.round(uploaded * 100)} max={100} />
          </div>
        )}
        <div className="flex gap-3 md:flex-col">
          {isOnSale ? (
            <Button className="flex-1" busy={isSaving} onClick={() => onSave('save')}>
              Guardar cambios
            </Button>
          ) : (
            <>
              <Button
                tone="secondary"
                className="flex-1 max-md:px-3 md:order-last"
                disabled={isSaving}
                onClick={() => onSave('save')}
              >
                {event?.state === 'inactive' ? 'Guardar cambios' : 'Guardar borrador'}
              </Button>
              <Button className="flex-1 max-md:px-3" busy={isSaving} onClick={() => onSave('publish')}>
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
