import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatMoment } from '#contract/dates.ts'
import { getNotices, sendCancellation, type EventNotices, type Notice as SentNotice } from '#contract/notices.ts'
import { paths } from '#contract/paths.ts'
import { getRefundSummary, type RefundSummary } from '#contract/refunds.ts'
import { useLive } from '#web/api/live.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { exactPesos } from '#web/features/refunds/refund-words.ts'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { counted, grouped } from '#web/lib/numbers.ts'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { ProgressBar } from '#web/ui/data/ProgressBar.tsx'
import { noticePeople } from './NoticePeopleScreen.tsx'

interface CancellationPanelProps {
  eventId: string
  /** Whether the person may send the notice. */
  mayAct: boolean
  /** Whether the person may give the whole event's money back. */
  mayRefund: boolean
}

/** The remaining steps of a cancelled event: notify the buyers and refund them. A person starts each. */
export function CancellationPanel({ eventId, mayAct, mayRefund }: CancellationPanelProps) {
  const notices = useLive(getNotices, { params: { id: eventId } })
  const refunds = useLive(getRefundSummary, { params: { id: eventId } })
  const faces = { label: 'Cargando la cancelación', skeleton: 'h-72', errorText: 'No pudimos traer la cancelación' }
  return (
    <Loaded read={notices} {...faces}>
      {({ cancellation, ...rest }) => (
        <Loaded read={refunds} {...faces}>
          {(summary) =>
            cancellation && (
              <section aria-label="Qué falta hacer" className="flex flex-col gap-4">
                <div>
                  <h2 className="text-18 font-bold">Dos pasos después de cancelar</h2>
                  <p className="mt-1 wrap-anywhere text-humo">
                    Se canceló el {formatMoment(cancellation.at)}: «<Breakable>{cancellation.reason}</Breakable>»
                  </p>
                </div>
                <NoticeStep
                  eventId={eventId}
                  notices={{ cancellation, ...rest }}
                  people={cancellation.people}
                  mayAct={mayAct}
                />
                <RefundStep eventId={eventId} summary={summary} mayAct={mayRefund} />
              </section>
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}

interface StepProps {
  place: number
  title: string
  isDone: boolean
  children: ReactNode
}

function Step({ place, title, isDone, children }: StepProps) {
  return (
    <Card asChild className="p-5">
      <section aria-label={title}>
        <div className="flex gap-4">
          <span
            aria-hidden="true"
            className={`flex size-8 shrink-0 items-center justify-center rounded-full border font-bold ${isDone ? 'border-yerba text-yerba' : 'border-linea text-humo'}`}
          >
            {isDone ? <Check className="size-5" /> : place}
          </span>
          <div className="min-w-0 flex-1">
            <h3 className="text-16 leading-8 font-bold">{title}</h3>
            {children}
          </div>
        </div>
      </section>
    </Card>
  )
}

function NoticeStep(props: { eventId: string; notices: EventNotices; people: number; mayAct: boolean }) {
  const { eventId, notices, people, mayAct } = props
  const sent = notices.notices.find(({ kind }) => kind === 'cancelled')
  const sending = useAct(sendCancellation, {
    input: { params: { id: eventId } },
    title: '¿Avisar que se canceló?',
    description: `Le escribimos a ${counted(people, 'persona', 'personas')}: a quienes tienen entradas y a quienes las pagaron y las pasaron. Cada una lo recibe una sola vez, con el motivo que escribiste.`,
    confirm: 'Avisar',
    done: 'El aviso está saliendo',
  })
  return (
    <Step
      place={1}
      title="Avisar a quienes tienen entradas"
      isDone={sent !== undefined && sent.queued === 0 && sent.failed === 0}
    >
      {sent ? (
        <NoticeProgress eventId={eventId} notice={sent} />
      ) : people === 0 ? (
        <p className="text-humo">Nadie tiene entradas: no hay a quién avisar.</p>
      ) : (
        <>
          <p className="text-humo">
            {counted(people, 'persona espera', 'personas esperan')} saberlo. Todavía no se les avisó.
          </p>
          {mayAct && (
            <Button className="mt-4" onClick={() => sending.ask()}>
              Avisar a todos
            </Button>
          )}
        </>
      )}
      {sending.dialog}
    </Step>
  )
}

function NoticeProgress({ eventId, notice }: { eventId: string; notice: SentNotice }) {
  const { id, people, sent, queued, failed } = notice
  return (
    <>
      <p role="status" className="text-humo">
        {queued > 0
          ? `Está saliendo: ${grouped(sent)} de ${counted(people, 'aviso enviado', 'avisos enviados')}.`
          : `${counted(sent, 'persona avisada', 'personas avisadas')}${failed > 0 ? ` y ${counted(failed, 'que no lo recibió', 'que no lo recibieron')}` : ''}.`}
      </p>
      <ProgressBar
        label="Avance del aviso"
        value={sent + failed}
        max={Math.max(people, 1)}
        tone={queued > 0 ? 'celeste' : failed > 0 ? 'sol' : 'yerba'}
        className="mt-3"
      />
      <LinkButton asChild tone="secondary" size="s" className="mt-4">
        <Link to={noticePeople.href(failed > 0 && queued === 0 ? { state: 'failed' } : {}, { id: eventId, aviso: id })}>
          {failed > 0 && queued === 0 ? 'Ver a quiénes no les llegó' : 'Ver persona por persona'}
        </Link>
      </LinkButton>
    </>
  )
}

function RefundStep({ eventId, summary, mayAct }: { eventId: string; summary: RefundSummary; mayAct: boolean }) {
  const { refundable, open, completed, sold, massRefundId } = summary
  const isDone = refundable.count === 0 && open.count === 0
  return (
    <Step place={2} title="Devolver la plata" isDone={isDone}>
      <p role="status" className="text-humo">
        {sold.count === 0
          ? 'Nadie pagó: no hay nada que devolver.'
          : [
              completed.count > 0 && `${exactPesos(completed.amount)} devueltos`,
              open.count > 0 && `${exactPesos(open.amount)} en camino`,
              refundable.count > 0 &&
                `${exactPesos(refundable.amount)} de ${counted(refundable.count, 'entrada', 'entradas')} por devolver`,
            ]
              .filter(Boolean)
              .join(' · ') || 'No queda nada por devolver.'}
      </p>
      {sold.count > 0 && (
        <>
          <ProgressBar
            label="Avance de la devolución"
            value={completed.amount}
            max={Math.max(completed.amount + open.amount + refundable.amount, 1)}
            tone={isDone ? 'yerba' : 'celeste'}
            className="mt-3"
          />
          {!mayAct && refundable.count > 0 && massRefundId === null && (
            <p className="mt-3 text-14 text-humo">La devuelve quien es titular de la organización.</p>
          )}
          <LinkButton
            asChild
            tone={refundable.count > 0 && mayAct ? 'primary' : 'secondary'}
            {...((refundable.count === 0 || !mayAct) && { size: 's' as const })}
            className="mt-4"
          >
            {refundable.count > 0 || massRefundId !== null ? (
              <Link to={paths.eventMassRefund(eventId)}>
                {massRefundId === null && mayAct ? 'Devolver todo' : 'Ver cómo va'}
              </Link>
            ) : (
              <Link to={paths.eventRefunds(eventId)}>Ver los reembolsos</Link>
            )}
          </LinkButton>
        </>
      )}
    </Step>
  )
}
