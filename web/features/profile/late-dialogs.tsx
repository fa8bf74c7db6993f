/** Dialogs that few purchases need: each is fetched when it opens for the first time, and stays to give the focus back. */
import { lazy, Suspense, type ComponentProps } from 'react'
import { useEver } from '#web/lib/use-ever.ts'

const Complete = lazy(async () => ({ default: (await import('./CompleteProfileDialog.tsx')).CompleteProfileDialog }))
const Prove = lazy(async () => ({ default: (await import('./ProveContactDialog.tsx')).ProveContactDialog }))

export function LateCompleteProfileDialog(props: ComponentProps<typeof Complete>) {
  if (!useEver(props.open)) return null
  return (
    <Suspense>
      <Complete {...props} />
    </Suspense>
  )
}

export function LateProveContactDialog(props: ComponentProps<typeof Prove>) {
  if (!useEver(props.open)) return null
  return (
    <Suspense>
      <Prove {...props} />
    </Suspense>
  )
}
