import { SearchX } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { ScreenLink } from '#web/features/links/ScreenLink.tsx'
import { SearchField } from '#web/features/lists/SearchField.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { audiences, type HelpTopic } from './help-topic.ts'
import { searchTopics } from './help-topics.ts'
import { groupBy } from '#web/lib/group-by.ts'

/** `/organizador/documentacion`: help for organizers, promoters and the door. */
function HelpScreen() {
  const [address, setAddress] = useSearchParams()
  const typed = address.get('buscar') ?? ''
  const found = searchTopics(typed)
  const search = (text: string | undefined) => setAddress(text ? { buscar: text } : {}, { replace: true })
  return (
    <div className="column pt-24 pb-16">
      <PageHeader eyebrow="Documentación" title="¿En qué te ayudamos?" />
      <SearchField
        className="mb-8 max-w-xl"
        label="Buscar en la ayuda"
        placeholder="Por ejemplo: cortesías"
        value={typed}
        onChange={search}
      />
      {found.length === 0 ? (
        <EmptyState
          icon={<SearchX size={32} />}
          title="No encontramos eso"
          action={
            <Button tone="secondary" onClick={() => search(undefined)}>
              Ver todo
            </Button>
          }
        >
          Probá con otra palabra, por ejemplo «devolver» o «puerta».
        </EmptyState>
      ) : (
        <div className="grid gap-10" aria-live="polite">
          {[...groupBy(found, ({ audience }) => audience)].map(([audience, topics]) => (
            <Section key={audience} look="eyebrow" title={audiences[audience]}>
              <Topics topics={topics} />
            </Section>
          ))}
        </div>
      )}
    </div>
  )
}

function Topics({ topics }: { topics: readonly HelpTopic[] }) {
  return (
    <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
      {topics.map(({ slug, title, lead }) => (
        <li key={slug} className="rounded-card border border-linea bg-tinta p-4">
          <ScreenLink to={paths.helpTopic(slug)} className="text-18 font-bold">
            {title}
          </ScreenLink>
          <p className="text-14 text-humo">{lead}</p>
        </li>
      ))}
    </ul>
  )
}

export { HelpScreen as Component }
