import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'

interface OutcomeProps {
  kind: 'success' | 'problem'
  title: string
  message: string
  /** What to do next. */
  children?: ReactNode
}

/** Takes the place of a form that has done its work, or cannot: the focus goes to what happened. */
export function Outcome({ kind, title, message, children }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const Icon = kind === 'success' ? CircleCheck : CircleX
  return (
    <div role={kind === 'success' ? 'status' : 'alert'} className="flex flex-col gap-4">
      <Icon className={kind === 'success' ? 'size-9 text-yerba' : 'size-9 text-rojo'} />
      <h2 ref={heading} tabIndex={-1} className="display text-22 outline-none">
        {title}
      </h2>
      <p className="text-humo">{message}</p>
      {children}
    </div>
  )
}
