import { useSyncExternalStore } from 'react'
import { AlertDialog } from '#web/ui/overlays/AlertDialog.tsx'
import { alert } from './alert.ts'

export function AlertHost() {
  const { isOpen, ...shown } = useSyncExternalStore(alert.subscribe, alert.current)
  return <AlertDialog {...shown} open={isOpen} onClose={alert.close} />
}
