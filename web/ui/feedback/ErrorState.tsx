import { RotateCw, TriangleAlert } from 'lucide-react'
import { Button } from '../base/Button.tsx'

export interface ErrorStateProps {
  title?: string
  /** What happened, in words. */
  message: string
  onRetry?: () => void
  retrying?: boolean
}

/** The face of a list that could not be loaded: what happened, and another try. */
export function ErrorState({ title = 'Algo salió mal', message, onRetry, retrying = false }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 rounded-card border border-linea bg-tinta px-6 py-12 text-center"
    >
      <TriangleAlert className="size-8 text-rojo" />
      <h2 className="text-18 font-bold text-papel">{title}</h2>
      <p className="max-w-md text-humo">{message}</p>
      {onRetry && (
        <Button tone="secondary" busy={retrying} onClick={onRetry} icon={<RotateCw className="size-4" />}>
          Reintentar
        </Button>
      )}
    </div>
  )
}
