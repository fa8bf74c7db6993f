import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { eventPath, paths } from '#contract/api/paths.ts'
import { getRaffle, type RafflePage } from '#contract/events/raffles.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { entrantsWords, forfeitWords, placesWords, raffleStates } from '#web/features/raffles/raffle-words.ts'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { counted } from '#web/lib/numbers.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { OwnEntry } from './OwnEntry.tsx'
import { Redraw } from './Redraw.tsx'

/** `/sorteo/:id`: what is raffled, how to enter, one's own entry, who won and how to draw it again. */
function RaffleScreen() {
  const { id = '' } = useParams()
  const session = useSession()
  const query = endpointQuery(getRaffle, { params: { id } }, { fresh: true })
  // Everybody sees their own entry.
  const read = useQuery({ ...query, queryKey: [...query.queryKey, session?.user.id] })
  usePageTitle(read.data ? `Sorteo: ${read.data.prize}` : 'Sorteo')
  return (
    <div className="mx-auto w-full max-w-[44rem] px-5 pt-24 pb-20 lg:pt-32">
      {!read.data && <h1 className="sr-only">Sorteo</h1>}
      <Loaded read={read} label="Cargando el sorteo" skeleton="h-80" missing={<NoRaffle />}>
        {(raffle) => <RaffleFacts raffle={raffle} />}
      </Loaded>
    </div>
  )
}

function NoRaffle() {
  return (
    <EmptyState title="No encontramos ese sorteo" action={<ScreenButton to={paths.events()}>Ver eventos</ScreenButton>}>
      Fijate que el enlace esté completo.
    </EmptyState>
  )
}

function RaffleFacts({ raffle }: { raffle: RafflePage }) {
  const { event, prize, state, entries, rules, entrants, closedAt } = raffle
  return (
    <article className="flex flex-col gap-8">
      <header>
        <div className="mb-2 flex flex-wrap items-center gap-3">
          <p className="eyebrow text-sol">Sorteo</p>
          <Badge tone={raffleStates[state].tone}>{raffleStates[state].one}</Badge>
        </div>
        <h1 className="display mb-3 text-34 text-balance wrap-anywhere">{prize}</h1>
        <p className="text-humo">
          En{' '}
          <Link to={eventPath(event)} className="link wrap-anywhere">
            {event.name}
          </Link>
        </p>
      </header>
      <OwnEntry raffle={raffle} />
      <Places raffle={raffle} />
      <Facts>
        <Fact label="Se sortea">{placesWords(raffle)}</Fact>
        <Fact label="Participan">{entrantsWords[entrants]}, y quienes se anotan gratis</Fact>
        {closedAt !== null && <Fact label="En la lista">{counted(entries, 'persona', 'personas')}</Fact>}
      </Facts>
      {rules && (
        <Section title="Bases">
          <p className="whitespace-pre-line wrap-anywhere text-humo">{rules}</p>
          <p className="mt-3 text-humo">{forfeitWords(entrants)}</p>
        </Section>
      )}
      {raffle.seedHash !== null && <Redraw raffle={raffle} />}
    </article>
  )
}

function Places({ raffle: { places, state, winners } }: { raffle: RafflePage }) {
  if (places.length === 0) return null
  return (
    <Section title={state === 'published' ? 'Ganaron' : 'Ganaron, y todavía no se publicó'}>
      <Card asChild>
        <ol className="divide-y divide-linea">
          {places.map(({ place, code, name, isAlternate }) => (
            <li key={code} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 py-3">
              <span className="min-w-0">
                {place === null ? (
                  <span className="text-humo">Ya no participaba: pasa a quien sigue</span>
                ) : (
                  <b className="wrap-anywhere">{name ?? 'Cuenta cerrada'}</b>
                )}
                {place !== null && isAlternate && (
                  <span className="block text-12 text-humo">Suplente {place - winners}</span>
                )}
              </span>
              <span className="text-14 text-humo tabular-nums">{code}</span>
            </li>
          ))}
        </ol>
      </Card>
    </Section>
  )
}

export { RaffleScreen as Component }
