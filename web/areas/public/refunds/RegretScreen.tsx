import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { formatMoment } from '#contract/values/dates.ts'
import { formatExactMoney, toCents } from '#contract/values/money.ts'
import { paths } from '#contract/api/paths.ts'
import { confirmRegret, getRegret, type Regret, type RegretOrder } from '#contract/sales/regrets.ts'
import { endpointQuery } from '#web/api/query.ts'
import { ResultRegion } from '#web/features/acts/ResultRegion.tsx'
import { useAct } from '#web/features/acts/use-act.tsx'
import {
  isSettled,
  obstacleWords,
  outcomeWords,
  regretSteps,
  spellRegretCode,
  regretStatusWords,
} from '#web/features/regrets/regret-words.ts'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { counted } from '#web/lib/numbers.ts'
import { useLinkToken } from '#web/shell/session/use-link-token.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Timeline } from '#web/ui/data/Timeline.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'

/** `/devolucion/:codigo`: a withdrawal's status; with the mailed link, also its purchase and the confirmation. */
function RegretScreen() {
  const { codigo = '' } = useParams()
  const code = spellRegretCode(codigo)
  const token = useLinkToken({ outlivesReload: true })
  const query = endpointQuery(
    getRegret,
    { params: { code }, query: { ...(token !== null && { token }) } },
    { fresh: true },
  )
  return (
    <div className="mx-auto w-full max-w-[40rem] px-5 pt-24 pb-20 lg:pt-32">
      <p className="eyebrow text-sol">Botón de Arrepentimiento</p>
      <h1 className="display mb-6 text-34">Tu código: {code}</h1>
      <Loaded read={useQuery(query)} label="Cargando tu arrepentimiento" missing={<NoRegret />}>
        {(regret) => <RegretStatus regret={regret} token={token} />}
      </Loaded>
    </div>
  )
}

function NoRegret() {
  return (
    <EmptyState
      title="No encontramos ese código"
      action={<ScreenButton to={paths.refundPolicy()}>Empezar de nuevo</ScreenButton>}
    >
      Fijate que esté completo: son dos grupos de cinco letras y números.
    </EmptyState>
  )
}

/** Shown with the code alone. */
const faces = {
  received: { tone: 'info', title: 'Fijate en tu mail' },
  with_person: { tone: 'waiting', title: 'Está demorado: lo tiene una persona de nuestro equipo' },
  done: { tone: 'success', title: 'Resuelto' },
} as const

function RegretStatus({ regret, token }: { regret: Regret; token: string | null }) {
  const { orders, state } = regret
  const { tone, title } = faces[state]
  return (
    <div className="flex flex-col gap-5">
      <Timeline label="Cómo va" steps={regretSteps(regret)} />
      {token !== null && orders === null && (
        <Notice tone="danger">Este enlace no corresponde a este código. Abrí el último mail que te mandamos.</Notice>
      )}
      {orders === null && (
        <Notice tone={tone} announced="never">
          <p className="text-16 font-semibold">{title}</p>
          <p className="mt-1 text-16 text-humo">{regretStatusWords(regret)}</p>
        </Notice>
      )}
      {orders === null && state !== 'done' && (
        <p className="text-14 text-humo">
          ¿Abriste el enlace del mail y no ves tu compra? Le falta una parte:{' '}
          <Link to={paths.refundPolicy()} className="link">
            pedí uno nuevo
          </Link>
          .
        </p>
      )}
      {orders !== null && token !== null && <Purchases regret={regret} orders={orders} token={token} />}
    </div>
  )
}

function Purchases({ regret, orders, token }: { regret: Regret; orders: readonly RegretOrder[]; token: string }) {
  const decided = orders.filter((order) => !isSettled(order))
  const open = decided.filter(({ outcome }) => outcome === 'open')
  const [ticked, setTicked] = useState<readonly string[] | null>(null)
  /** Of what was confirmed on this screen. */
  const [returnedCents, setReturnedCents] = useState(0)
  // Of several none is given back by one press; nor the one that was left when the others were confirmed.
  const chosen = open.filter(({ orderId }) => (ticked === null ? decided.length === 1 : ticked.includes(orderId)))
  const totalCents = chosen.reduce((sum, { amount }) => sum + toCents(amount), 0)
  const confirming = useAct(confirmRegret, {
    input: () => ({ params: { code: regret.code }, body: { token, orderIds: chosen.map(({ orderId }) => orderId) } }),
    onDone: () => setReturnedCents(totalCents),
    isProblemShown: true,
  })
  const toggle = (order: RegretOrder) =>
    setTicked(
      (chosen.includes(order) ? chosen.filter((each) => each !== order) : [...chosen, order]).map(
        ({ orderId }) => orderId,
      ),
    )
  if (orders.length === 0) return <p>No hay compras con esos datos. Una persona de nuestro equipo lo está mirando.</p>
  return (
    <>
      <ResultRegion isDone={confirming.isDone}>
        {confirming.isDone && (
          <Notice tone="success">
            {returnedCents > 0
              ? `Listo: te devolvemos ${formatExactMoney(returnedCents)}.`
              : 'Listo: lo mira una persona.'}
          </Notice>
        )}
      </ResultRegion>
      <ul className="flex flex-col gap-3">
        {orders.map((order) => (
          <li key={order.orderId} className="rounded-card border border-linea bg-tinta p-4">
            <p className="font-semibold break-words">{order.eventName}</p>
            <p className="text-14 text-humo">
              {counted(order.tickets, 'entrada', 'entradas')} · comprada el {formatMoment(order.paidAt)}
            </p>
            <p className="mt-2">
              {isSettled(order) ? (
                obstacleWords(order)
              ) : order.outcome === 'open' ? (
                order.amount > 0 ? (
                  <>
                    Te vuelven <strong>{formatExactMoney(toCents(order.amount))}</strong>
                  </>
                ) : (
                  'No vuelve sola'
                )
              ) : (
                [outcomeWords[order.outcome], order.outcome === 'refunding' && 'puede demorar unos días según tu banco']
                  .filter(Boolean)
                  .join(': ')
              )}
            </p>
            {obstacleWords(order) && order.outcome !== 'refunding' && !isSettled(order) && (
              <p className="mt-1 text-14 text-sol">{obstacleWords(order)}</p>
            )}
            {order.answer && <p className="mt-2 border-l-2 border-linea pl-3 whitespace-pre-line">{order.answer}</p>}
            {open.includes(order) && orders.length > 1 && regret.state !== 'done' && (
              <div className="mt-3">
                <Checkbox
                  label="Me arrepiento de esta compra"
                  checked={chosen.includes(order)}
                  onChange={() => toggle(order)}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      {open.length > 0 && regret.state !== 'done' && (
        <>
          <p className="text-14 text-humo">
            Al confirmar, esas entradas dejan de servir en el momento. Lo que no vuelve solo lo responde una persona{' '}
            {answerTime(regret)}.
          </p>
          <Button
            size="l"
            disabled={chosen.length === 0}
            busy={confirming.isPending()}
            onClick={() => void confirming.run()}
          >
            {chosen.length === 0
              ? 'Elegí de qué compras'
              : totalCents > 0
                ? `Confirmar: me devuelven ${formatExactMoney(totalCents)}`
                : 'Que lo mire una persona'}
          </Button>
          <Problem message={confirming.problem} />
        </>
      )}
      {decided.length === 0 && regret.state === 'received' && (
        <Notice tone="info">
          No queda plata por devolver. Una persona de nuestro equipo lo mira y te responde {answerTime(regret)}.
        </Notice>
      )}
      {regret.state === 'with_person' && (
        <Notice tone="info">Una persona de nuestro equipo te responde {answerTime(regret)}.</Notice>
      )}
    </>
  )
}

/** When it is answered, which is not said of a time that has passed. */
function answerTime({ isOverdue, answerBy }: Regret): string {
  return isOverdue ? 'cuanto antes: estamos demorados' : `antes del ${formatMoment(answerBy)}`
}

export { RegretScreen as Component }
