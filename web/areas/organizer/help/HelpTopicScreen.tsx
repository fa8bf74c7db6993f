import { useParams, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { BackLink } from '#web/features/links/BackLink.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Disclosure } from '#web/ui/data/Disclosure.tsx'
import { audiences, type HelpBlock } from './help-topic.ts'
import { findTopic } from './help-topics.ts'

export function loader({ params }: LoaderFunctionArgs) {
  if (!findTopic(params['tema'])) throw new Response(null, { status: 404 })
  return null
}

/** `/organizador/documentacion/:tema`: one page of help. */
function HelpTopicScreen() {
  const topic = findTopic(useParams()['tema'])
  usePageTitle(topic?.title ?? 'Ayuda')
  if (!topic) return null
  return (
    <article className="column pt-24 pb-16">
      <BackLink to={paths.help()}>Toda la ayuda</BackLink>
      <header className="mb-6 max-w-2xl">
        <p className="eyebrow mb-1 text-sol">{audiences[topic.audience]}</p>
        <h1 className="display text-28 md:text-34">{topic.title}</h1>
        <p className="mt-2 text-18 text-humo">{topic.lead}</p>
      </header>
      <div className="flex max-w-2xl flex-col gap-5">
        {topic.blocks.map((block, index) => (
          <Block key={index} block={block} />
        ))}
      </div>
    </article>
  )
}

function Block({ block }: { block: HelpBlock }) {
  if (typeof block === 'string') return <p>{block}</p>
  if ('steps' in block) {
    return (
      <ol className="flex list-decimal flex-col gap-2 pl-6 marker:font-bold marker:text-sol">
        {block.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    )
  }
  if ('question' in block) return <Disclosure title={block.question}>{block.answer}</Disclosure>
  const source = `/help/${block.picture}.webp`
  return (
    <a href={source} target="_blank" rel="noreferrer" className="block">
      <img
        src={source}
        alt={block.alt}
        width={1280}
        height={800}
        loading="lazy"
        className="h-auto w-full rounded-card border border-linea"
      />
    </a>
  )
}

export { HelpTopicScreen as Component }
