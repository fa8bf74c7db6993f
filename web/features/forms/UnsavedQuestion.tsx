import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

interface UnsavedQuestionProps {
  isAsking: boolean
  /** Whether a draft keeps what was typed. */
  isKept: boolean
  onLeave: () => void
  onStay: () => void
}

/** Asks whether unsaved work may be left. */
export function UnsavedQuestion({ isAsking, isKept, onLeave, onStay }: UnsavedQuestionProps) {
  return (
    <ConfirmDialog
      open={isAsking}
      title="Tenés cambios sin guardar"
      confirmLabel="Salir sin guardar"
      onConfirm={onLeave}
      onClose={onStay}
    >
      <p className="text-humo">
        {isKept
          ? 'Lo que escribiste se conserva en esta pestaña: si volvés, lo vas a encontrar.'
          : 'Si salís, se pierde lo que escribiste.'}
      </p>
    </ConfirmDialog>
  )
}

interface AskBeforeLeavingProps {
  isUnsaved: () => boolean
  isKept: boolean
  staysOn: ((pathname: string) => boolean) | undefined
}

/** Asks it when the screen is about to be left. */
export function AskBeforeLeaving({ isUnsaved, isKept, staysOn }: AskBeforeLeavingProps) {
  const { isAsking, leave, stay } = useLeaveGuard(isUnsaved, staysOn)
  return <UnsavedQuestion isAsking={isAsking} isKept={isKept} onLeave={leave} onStay={stay} />
}
