import { useId, type ReactNode } from 'react'
import { Card } from '#web/ui/base/Card.tsx'

interface EditorSectionProps {
  title: string
  hint?: ReactNode
  children: ReactNode
}

/** A part of the editor, with its name. */
export function EditorSection({ title, hint, children }: EditorSectionProps) {
  const titleId = useId()
  return (
    <Card asChild>
      <section aria-labelledby={titleId} className="flex flex-col gap-5 p-4 md:p-6">
        <header>
          <h2 id={titleId} className="text-18 font-bold">
            {title}
          </h2>
          {hint && <p className="mt-1 text-14 text-humo">{hint}</p>}
        </header>
        {children}
      </section>
    </Card>
  )
}
