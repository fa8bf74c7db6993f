import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ApiFailure } from '#web/api/api-failure.ts'
import { ContinuedDialog, Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Unloaded, type LoadedFaces, type Read } from './Loaded.tsx'

interface LoadedDialogProps<Data> extends LoadedFaces {
  /** Until it is read. */
  title: string
  onClose: () => void
  /** The dialog of what was read. */
  children: (data: Data) => ReactNode
}

/** A dialog about one thing that it reads first; `query` is what `endpointQuery` gives. */
export function LoadedDialog<Data>({
  query,
  ...props
}: LoadedDialogProps<Data> & { query: UseQueryOptions<Data, ApiFailure> }) {
  return <DialogOfRead read={useQuery(query)} {...props} />
}

/** The same about something that its caller reads, as `useLive` does. */
export function DialogOfRead<Data>({
  read,
  title,
  onClose,
  children,
  ...faces
}: LoadedDialogProps<Data> & { read: Read<Data> }) {
  const [isContinued] = useState(read.data === undefined)
  if (read.data === undefined) {
    return (
      <Dialog open onClose={onClose} title={title}>
        <Unloaded read={read} {...faces} />
      </Dialog>
    )
  }
  return <ContinuedDialog value={isContinued}>{children(read.data)}</ContinuedDialog>
}
