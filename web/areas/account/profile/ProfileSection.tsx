import { useId, type ReactNode } from 'react'

/** A part of the profile under its heading. */
export function ProfileSection({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={headingId} className="eyebrow text-sol">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
