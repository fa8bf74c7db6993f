import { ProgressBar } from '#web/ui/data/ProgressBar.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'

/** Over the page while it saves. `sentShare`, from 0 to 1, is how much of a picture has left. */
export function SavingOverlay({ sentShare }: { sentShare: number | null }) {
  return (
    <div className="fixed inset-0 z-50 grid animate-fade place-items-center bg-velo p-6">
      <div className="flex w-full max-w-xs flex-col gap-4 rounded-card border border-linea bg-tinta p-6 shadow-overlay">
        <Spinner label="Guardando cambios..." className="font-semibold" />
        {sentShare !== null && <ProgressBar label="Subiendo tu imagen" value={sentShare} max={1} />}
      </div>
    </div>
  )
}
