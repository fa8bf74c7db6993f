import { Landmark } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMatches } from 'react-router'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { usePerson } from '../session/person.ts'

interface Handle {
  readonly title?: string
  readonly needs?: 'company'
}

/** Says so in place of a screen that needs a company, to a person who has none. */
export function NeedsCompany({ children }: { children: ReactNode }) {
  const handle = useMatches().at(-1)?.handle as Handle | undefined // `routes.tsx` writes it
  const { companyId } = usePerson()
  if (handle?.needs !== 'company' || companyId) return children
  return (
    <>
      <PageHeader title={handle.title} />
      <EmptyState icon={<Landmark className="size-10" />} title="Todavía no tenés una organización">
        Entrá con una cuenta del equipo de una organización.
      </EmptyState>
    </>
  )
}
