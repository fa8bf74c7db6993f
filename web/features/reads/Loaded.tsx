import type { ReactNode } from 'react'
import { failureMessage, type ApiFailure } from '#web/api/api-failure.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { SkeletonRows, type SkeletonRowsProps } from '#web/ui/data/SkeletonRows.tsx'

/** What `useQuery` and `useLive` give. */
export interface Read<Data> {
  readonly data: Data | undefined
  readonly error: ApiFailure | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

export interface LoadedFaces {
  /** What is being read, for screen readers: «Cargando tu cuenta». */
  label: string
  /** Shapes while it is read, or the size of a single one (`h-40`). */
  skeleton?: ReactNode
  /** As many rows in place of a single shape, or how they look. */
  rows?: number | Omit<SkeletonRowsProps, 'label'>
  errorTitle?: string
  /** Text of a failure that has none of its own. */
  errorText?: string
  /** Shown instead of an error where there is no such thing: the server does not find it, or the address names none. */
  missing?: ReactNode
}

interface LoadedProps<Data> extends LoadedFaces {
  read: Read<Data>
  children: (data: Data) => ReactNode
}

/**
 * One thing that is read: a skeleton that is announced, an error with another try, what there is instead of it, or the thing. Once
 * read it stays, also when reading it again fails.
 */
export function Loaded<Data>({ read, children, ...faces }: LoadedProps<Data>) {
  return read.data === undefined ? <Unloaded read={read} {...faces} /> : children(read.data)
}

/** The faces of what was not read yet. */
export function Unloaded({
  read,
  label,
  skeleton = 'h-40',
  rows,
  missing,
  ...faces
}: LoadedFaces & { read: Read<unknown> }) {
  const { error, isFetching, refetch } = read
  const { errorTitle, errorText } = faces
  const isMissing = error !== null && (error.status === 404 || error.code === 'invalid_input')
  if (isMissing && missing !== undefined) return missing
  if (error) {
    return (
      <ErrorState
        {...(errorTitle !== undefined && { title: errorTitle })}
        message={failureMessage(error, errorText)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  if (rows !== undefined) return <SkeletonRows label={label} {...(typeof rows === 'number' ? { rows } : rows)} />
  if (typeof skeleton === 'string') return <Skeleton label={label} className={skeleton} />
  return (
    <div role="status" aria-label={label}>
      {skeleton}
    </div>
  )
}
