import type { ReactNode } from 'react'
import { Loaded, type Read } from '#web/features/reads/Loaded.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'

interface MetricsReadProps<Data> {
  read: Read<Data>
  label: string
  children: (data: Data) => ReactNode
}

/** Shows a read of metrics, with its own texts for missing permission and missing metrics. */
export function MetricsRead<Data>({ read, label, children }: MetricsReadProps<Data>) {
  if (read.data === undefined && (read.error?.status === 401 || read.error?.status === 403)) {
    return <EmptyState title="No tenés permiso para ver estas métricas">Pedile acceso a la organización.</EmptyState>
  }
  return (
    <Loaded
      read={read}
      label={label}
      skeleton="h-80"
      errorText="Error al cargar las métricas"
      missing={
        <EmptyState title="Las métricas no están disponibles">
          Puede que el enlace esté mal o que sean de otra organización.
        </EmptyState>
      }
    >
      {children}
    </Loaded>
  )
}
