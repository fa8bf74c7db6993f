import { formatMoment } from '#contract/values/dates.ts'
import { formatMoney, toCents } from '#contract/values/money.ts'
import { getNotices, sendCancellation, type Notice as SentNotice } from '#contract/events/notices.ts'
import { paths } from '#contract/api/paths.ts'
import { getRefundSummary, type RefundSummary } from '#contract/sales/refunds.ts'
import { useLive } from '#web/api/live.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { counted } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { JobProgress } from '#web/ui/data/JobProgress.tsx'
import { Timeline, type TimelineStep } from '#web/ui/data/Timeline.tsx'
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
      {({ cancellation, notices: sent }) => (
        <Loaded read={refunds} {...faces}>
          {(summary) =>
            cancellation && (
              <Section
                card
                title="Dos pasos después de cancelar"
                hint={`Se canceló el ${formatMoment(cancellation.at)}: «${cancellation.reason}»`}
              >
                <Timeline
                  label="Qué falta hacer"
                  steps={[
                    noticeStep(
                      sent.find(({ kind }) => kind === 'cancelled'),
                      { eventId, people: cancellation.people, mayAct },
                    ),
                    refundStep(summary, { eventId, mayAct: mayRefund }),
                  ]}
                />
              </Section>
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}

interface NoticeStepProps {
  eventId: string
  people: number
  mayAct: boolean
}

function noticeStep(notice: SentNotice | undefined, props: NoticeStepProps): TimelineStep {
  return {
    title: 'Avisar a quienes tienen entradas',
    status: notice !== undefined && notice.queued === 0 && notice.failed === 0 ? 'done' : 'now',
    children: notice ? <NoticeProgress eventId={props.eventId} notice={notice} /> : <SendNotice {...props} />,
  }
}

function SendNotice({ eventId, people, mayAct }: NoticeStepProps) {
  const sending = useAct(sendCancellation, {
    input: { params: { id: eventId } },
    title: '¿Avisar que se canceló?',
    description: `Le escribimos a ${counted(people, 'persona', 'personas')}: a quienes tienen entradas y a quienes las pagaron y las pasaron. Cada una lo recibe una sola vez, con el motivo que escribiste.`,
    confirm: 'Avisar',
    done: 'El aviso está saliendo',
  })
  if (people === 0) return <p className="text-humo">Nadie tiene entradas: no hay a quién avisar.</p>
  return (
    <>
      <p className="text-humo">
        {counted(people, 'persona espera', 'personas esperan')} saberlo. Todavía no se les avisó.
      </p>
      {mayAct && <Button onClick={() => sending.ask()}>Avisar a todos</Button>}
      {sending.dialog}
    </>
  )
}

function NoticeProgress({ eventId, notice }: { eventId: string; notice: SentNotice }) {
  const { id, people, sent, queued, failed } = notice
  const isOver = queued === 0
  return (
    <JobProgress
      label="Avance del aviso"
      text={
        isOver
          ? `${counted(sent, 'persona avisada', 'personas avisadas')}${failed > 0 ? ` y ${counted(failed, 'que no lo recibió', 'que no lo recibieron')}` : ''}.`
          : `Está saliendo: ${grouped(sent)} de ${counted(people, 'aviso enviado', 'avisos enviados')}.`
      }
      value={sent + failed}
      max={people}
      tone={!isOver ? 'celeste' : failed > 0 ? 'sol' : 'yerba'}
    >
      <ScreenButton
        tone="secondary"
        size="s"
        to={noticePeople.href(isOver && failed > 0 ? { state: 'failed' } : {}, { id: eventId, aviso: id })}
      >
        {isOver && failed > 0 ? 'Ver a quiénes no les llegó' : 'Ver persona por persona'}
      </ScreenButton>
    </JobProgress>
  )
}

function refundStep(summary: RefundSummary, { eventId, mayAct }: { eventId: string; mayAct: boolean }): TimelineStep {
  const { refundable, open, completed, sold, massRefundId } = summary
  const isDone = refundable.count === 0 && open.count === 0
  const isFirst = mayAct && refundable.count > 0
  const text = [
    completed.count > 0 && `${formatMoney(toCents(completed.amount))} devueltos`,
    open.count > 0 && `${formatMoney(toCents(open.amount))} en camino`,
    refundable.count > 0 &&
      `${formatMoney(toCents(refundable.amount))} de ${counted(refundable.count, 'entrada', 'entradas')} por devolver`,
  ].filter(Boolean)
  const step = { title: 'Devolver la plata', status: isDone ? ('done' as const) : ('now' as const) }
  if (sold.count === 0) return { ...step, text: 'Nadie pagó: no hay nada que devolver.' }
  return {
    ...step,
    children: (
      <JobProgress
        label="Avance de la devolución"
        text={text.join(' · ') || 'No queda nada por devolver.'}
        value={completed.amount}
        max={completed.amount + open.amount + refundable.amount}
        tone={isDone ? 'yerba' : 'celeste'}
      >
        {!mayAct && refundable.count > 0 && massRefundId === null && (
          <p className="w-full text-14 text-humo">La devuelve quien es titular de la organización.</p>
        )}
        <ScreenButton
          tone={isFirst ? 'primary' : 'secondary'}
          size={isFirst ? 'm' : 's'}
          to={
            refundable.count > 0 || massRefundId !== null ? paths.eventMassRefund(eventId) : paths.eventRefunds(eventId)
          }
        >
          {refundable.count === 0 && massRefundId === null
            ? 'Ver los reembolsos'
            : massRefundId === null && mayAct
              ? 'Devolver todo'
              : 'Ver cómo va'}
        </ScreenButton>
      </JobProgress>
    ),
  }
}
