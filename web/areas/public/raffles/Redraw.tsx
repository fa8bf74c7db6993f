import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { listRaffleCodes, type RafflePage } from '#contract/events/raffles.ts'
import { drawCodes, hashOfCodes, hashOfSeed } from '#contract/values/raffle-draw.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { Disclosure } from '#web/ui/data/Disclosure.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'

interface Drawn {
  readonly isSeedRight: boolean
  readonly isListRight: boolean
  /** Undefined until winners are published. */
  readonly isSame: boolean | undefined
  readonly codes: readonly string[]
}

/** Draws it in this browser, from the list and the seed that were published. */
async function redraw({ id, seed, seedHash, listHash, winners, alternates, places }: RafflePage): Promise<Drawn> {
  const query = endpointQuery(listRaffleCodes, { params: { id } })
  const { codes } = await queryClient.fetchQuery({ ...query, staleTime: 0 })
  const order = await drawCodes({ seed: seed ?? '', codes, places: codes.length })
  const drawn = order.slice(0, places.length > 0 ? places.length : winners + alternates)
  return {
    isSeedRight: (await hashOfSeed(seed ?? '')) === seedHash,
    isListRight: (await hashOfCodes(codes)) === listHash,
    isSame: places.length === 0 ? undefined : drawn.join() === places.map(({ code }) => code).join(),
    codes: drawn,
  }
}

/** What was published of a raffle to check it by, and the button that draws it again. */
export function Redraw({ raffle }: { raffle: RafflePage }) {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const start = async () => {
    setBusy(true)
    setProblem(null)
    try {
      setDrawn(await redraw(raffle))
    } catch (error) {
      setProblem(failureMessage(error, 'No pudimos rehacer el sorteo en este navegador'))
    } finally {
      setBusy(false)
    }
  }
  const { seedHash, listHash, seed } = raffle
  return (
    <Section
      title="Comprobalo"
      hint={
        seed === null
          ? 'Cuando se sortee, vas a poder rehacerlo acá y ver que salen los mismos.'
          : 'Rehacelo en tu navegador: con la misma clave y la misma lista salen siempre los mismos.'
      }
    >
      {seed !== null && (
        <Button tone="secondary" className="self-start" busy={isBusy} onClick={() => void start()}>
          Rehacer el sorteo
        </Button>
      )}
      <Problem message={problem} />
      <div aria-live="polite">{drawn && <Result drawn={drawn} />}</div>
      <Disclosure title="Más información">
        <div className="flex flex-col gap-4 text-14">
          <p className="text-humo">
            Antes de abrir se eligió una clave y se publicó su huella (SHA-256); al cerrar, la de la lista de códigos
            ordenada, uno por línea. El orden sale de HMAC-SHA256 con la clave, sobre la huella de la lista, dos puntos
            y el código: los valores más bajos ganan, salvo los códigos que al sortear ya no participaban.
          </p>
          <Facts look="stacked">
            <Fact label="Huella de la clave">{seedHash && <code className="break-all">{seedHash}</code>}</Fact>
            {listHash && (
              <Fact label="Huella de la lista">
                <code className="break-all">{listHash}</code>
              </Fact>
            )}
            {seed && (
              <Fact label="Clave">
                <code className="break-all">{seed}</code>
              </Fact>
            )}
          </Facts>
        </div>
      </Disclosure>
    </Section>
  )
}

function Result({ drawn: { isSeedRight, isListRight, isSame, codes } }: { drawn: Drawn }) {
  return (
    <>
      <ul className="flex flex-col gap-2">
        <Line
          isRight={isSeedRight}
          right="La clave es la que se fijó al abrir."
          wrong="La clave no es la que se fijó."
        />
        <Line isRight={isListRight} right="La lista es la que se cerró." wrong="La lista no es la que se cerró." />
        {isSame !== undefined && (
          <Line isRight={isSame} right="Salen los mismos ganadores." wrong="No salen los mismos ganadores." />
        )}
      </ul>
      <p className="mt-3 text-14 text-humo tabular-nums">En orden: {codes.join(', ')}.</p>
    </>
  )
}

function Line({ isRight, right, wrong }: { isRight: boolean; right: string; wrong: string }) {
  const Icon = isRight ? Check : X
  return (
    <li className="flex items-center gap-2">
      <Icon aria-hidden className={isRight ? 'size-5 shrink-0 text-yerba' : 'size-5 shrink-0 text-rojo'} />
      {isRight ? right : wrong}
    </li>
  )
}
