import { Card } from '../base/Card.tsx'
import { classes } from '../base/classes.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'

export interface SkeletonRowsProps {
  /** Announced while loading: «Cargando usuarios». */
  label: string
  rows?: number
  /** The picture next to two lines of text: a person's circle or a thumbnail. Without it each row is one plain block. */
  picture?: 'round' | 'square'
  /** Height of a plain row. */
  rowClassName?: string
  /** A line over the rows. */
  hasHeading?: boolean
}

/** A list's skeleton, shaped like its rows. */
export function SkeletonRows(props: SkeletonRowsProps) {
  const { label, rows = 5, picture, rowClassName = 'h-20', hasHeading = false } = props
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-3">
      {hasHeading && <Skeleton className="h-7 w-32" />}
      {Array.from({ length: rows }, (_, index) =>
        picture ? (
          <Card key={index} className="flex items-center gap-4 p-4">
            <Skeleton className={picture === 'round' ? 'size-11 shrink-0 rounded-full' : 'size-14 shrink-0'} />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-5 w-1/2" />
              <Skeleton className="h-4 w-1/3" />
            </div>
            <Skeleton className="h-5 w-20" />
          </Card>
        ) : (
          <Skeleton key={index} className={classes('w-full', rowClassName)} />
        ),
      )}
    </div>
  )
}
