import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiFailure } from '#web/api/api-failure.ts'
import { Dialog, DialogFrame } from '#web/ui/overlays/Dialog.tsx'
import { Unloaded, type LoadedFaces, type Read } from './Loaded.tsx'

interface LoadedDialogProps<Data> extends LoadedFaces {
  /** Until it is read. */
  title: string
  onClose: () => void
  /** The dialog of what was read, in the place of the one that waited. */
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
  return (
    <DialogFrame>
      {read.data === undefined ? (
        <Dialog open onClose={onClose} title={title}>
          <Unloaded read={read} {...faces} />
        </Dialog>
      ) : (
        children(read.data)
      )}
    </DialogFrame>
  )
}
