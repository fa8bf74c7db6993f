import type { ReactNode } from 'react'
import { remainingWords } from '#web/lib/use-remaining.ts'
import { Card } from '#web/ui/base/Card.tsx'

interface HeldPlacesProps {
  /** Names it for screen readers. */
  label: string
  title: string
  /** Seconds that are left; null where there is no end. */
  remaining: number | null
  /** What for: «para pagar.» */
  toDo: string
  /** What else is to know. */
  text?: ReactNode
  action: ReactNode
  children?: ReactNode
}

/** Places that are held for the person, and for how long. */
export function HeldPlaces({ label, title, remaining, toDo, text, action, children }: HeldPlacesProps) {
  return (
    <Card asChild className="mb-5 p-4 outline-1 -outline-offset-1 outline-sol">
      <section aria-label={label}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="min-w-48 flex-1">
            <h2 className="font-bold wrap-anywhere">{title}</h2>
            <p className="text-14 text-humo">
              {remaining !== null && (
                <>
                  Quedan <span className="font-bold text-sol tabular-nums">{remainingWords(remaining)}</span>{' '}
                  {toDo}{' '}
                </>
              )}
              {text}
            </p>
          </div>
          {action}
        </div>
        {children}
      </section>
    </Card>
  )
}
