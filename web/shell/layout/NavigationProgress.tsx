import { useNavigation } from 'react-router'

/** A line at the top while the next screen waits for its data. */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden print:hidden">
      <span className="sr-only">Cargando la página</span>
      <span aria-hidden="true" className="block h-full w-full origin-left animate-advance bg-celeste" />
    </div>
  )
}
