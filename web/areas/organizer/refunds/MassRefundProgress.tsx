import { Link } from 'react-router'
import { formatMoment } from '#contract/values/dates.ts'
import { figures } from '#contract/values/figures.ts'
import { formatExactMoney, toCents } from '#contract/values/money.ts'
import { exportRefunds, exportRefundsSheet } from '#contract/sales/refunds.ts'
import { changeMassRefund, getMassRefund, getMassRefundReport, type MassRefund } from '#contract/sales/refunds-mass.ts'
import { useLive } from '#web/api/live.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { ExportButton, FileButtons } from '#web/features/lists/ExportButton.tsx'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { counted } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { JobProgress } from '#web/ui/data/JobProgress.tsx'
import { Stat, Stats } from '#web/ui/data/Stat.tsx'
import { durationWords, massRefundStates } from '#web/features/refunds/refund-words.ts'
import { eventRefunds } from './event-refunds-list.ts'

interface MassRefundProgressProps {
  eventId: string
  massRefundId: string
  /** Whether the person may pause and stop it. */
  mayChange: boolean
}

/** How a mass refund goes while it is looked at, what may be done with it, and its report. */
export function MassRefundProgress({ eventId, massRefundId, mayChange }: MassRefundProgressProps) {
  const read = useLive(getMassRefund, { params: { id: eventId, jobId: massRefundId } })
  return (
    <Loaded read={read} label="Cargando la devolución" rows={4} errorText="No pudimos traer la devolución">
      {(job) => <Progress job={job} mayChange={mayChange} />}
    </Loaded>
  )
}

type Act = 'pause' | 'resume' | 'stop'
const actsOf: Readonly<Record<MassRefund['state'], readonly Act[]>> = {
  preparing: ['pause', 'stop'],
  running: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  stopping: [],
  stopped: [],
  done: [],
}
const actWords = {
  pause: {
    label: 'Pausar',
    title: '¿Pausar la devolución?',
    description: 'Lo que ya se le pidió a Mercado Pago termina. El resto espera hasta que la sigas.',
    done: 'La devolución está en pausa',
  },
  resume: {
    label: 'Seguir',
    title: '¿Seguir con la devolución?',
    description: 'Se piden las que faltan, en orden.',
    done: 'La devolución sigue',
  },
  stop: {
    label: 'Frenar',
    title: '¿Frenar la devolución?',
    description:
      'Las que faltan no se piden y sus entradas vuelven a valer. Lo que ya se devolvió no vuelve atrás. Para seguir más adelante, empezá otra.',
    done: 'Frenamos la devolución',
  },
} as const

function Progress({ job, mayChange }: { job: MassRefund; mayChange: boolean }) {
  const { id, event, state, all, completed, failed, rejected, unfunded } = job
  const done = completed.count + failed.count + rejected.count
  const input = (act: Act) => ({ params: { id: event.id, jobId: id, act } })
  const changing = useAct(changeMassRefund, {
    input,
    title: (act: Act) => actWords[act].title,
    description: (act) => actWords[act].description,
    confirm: 'Confirmar',
    done: (act) => actWords[act].done,
  })
  const listed = { params: { id: event.id }, query: { massRefundId: id } }
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <Section
        card
        title={
          state === 'preparing'
            ? `Anotamos ${counted(all.count, 'entrada', 'entradas')}`
            : `${grouped(done)} de ${counted(all.count, 'entrada', 'entradas')}`
        }
        action={<Badge tone={massRefundStates[state].tone}>{massRefundStates[state].one}</Badge>}
      >
        <JobProgress
          label="Avance de la devolución"
          text={progressText(job)}
          value={done}
          max={all.count}
          tone={state === 'done' ? 'yerba' : state === 'running' || state === 'preparing' ? 'celeste' : 'sol'}
        >
          {mayChange &&
            actsOf[state].map((act) => (
              <Button
                key={act}
                size="s"
                tone={act === 'resume' ? 'primary' : act === 'stop' ? 'danger' : 'secondary'}
                onClick={() => changing.ask(act)}
              >
                {actWords[act].label}
              </Button>
            ))}
        </JobProgress>
      </Section>
      <Stats label="La devolución en números">
        <Stat
          label={figures.refunded.label}
          value={formatExactMoney(toCents(completed.amount))}
          note={counted(completed.count, 'entrada', 'entradas')}
        />
        <Stat
          label="Falta"
          value={formatExactMoney(toCents(job.waiting.amount + job.processing.amount))}
          note={counted(job.waiting.count + job.processing.count, 'entrada', 'entradas')}
        />
        <Stat
          label="Falló"
          value={
            failed.count > 0 ? <span className="text-rojo">{formatExactMoney(toCents(failed.amount))}</span> : '$0'
          }
          note={counted(failed.count, 'entrada', 'entradas')}
        />
        {rejected.count > 0 && (
          <Stat
            label="Sin efecto"
            value={formatExactMoney(toCents(rejected.amount))}
            note="Ya no hacía falta, o se frenó antes de pedirla"
          />
        )}
      </Stats>
      {unfunded.count > 0 && (
        <Notice tone="warning">
          {counted(unfunded.count, 'entrada espera', 'entradas esperan')} saldo en la cuenta de Mercado Pago: faltan{' '}
          {formatExactMoney(toCents(unfunded.amount))}. Los volvemos a pedir solos.
        </Notice>
      )}
      <Card asChild className="p-5">
        <section aria-label="Detalle e informe">
          <p className="text-14 wrap-anywhere text-humo">
            La pidió <Breakable>{job.requestedBy}</Breakable> el {formatMoment(job.createdAt)}
            {job.finishedAt && ` y terminó el ${formatMoment(job.finishedAt)}`}.
          </p>
          <p className="mt-2 wrap-anywhere whitespace-pre-line">{job.reason}</p>
          <div className="mt-4 flex flex-wrap items-center gap-3">
            <Link
              to={eventRefunds.href({ massRefundId: id }, { id: event.id })}
              className="link inline-flex min-h-11 items-center"
            >
              Ver una por una
            </Link>
            <ExportButton
              file={{ endpoint: getMassRefundReport, name: 'informe-de-devolucion', format: 'pdf' }}
              input={{ params: { id: event.id, jobId: id } }}
            />
            <FileButtons
              file={{ endpoint: exportRefunds, sheet: exportRefundsSheet, name: 'devolucion-masiva' }}
              input={listed}
            />
          </div>
        </section>
      </Card>
      {changing.dialog}
    </div>
  )
}

function progressText({ state, secondsLeft, waiting, processing }: MassRefund): string {
  switch (state) {
    case 'preparing':
      return 'Todavía las estamos anotando. Podés cerrar esta pantalla: sigue sola.'
    case 'running':
      if (waiting.count === 0 && processing.count > 0) return 'Ya se pidieron todas: falta que Mercado Pago responda.'
      return `${secondsLeft === null ? 'Va en orden' : secondsLeft < 60 ? 'Falta menos de un minuto' : `Faltan ${durationWords(secondsLeft)}`}. Podés cerrar esta pantalla: sigue sola.`
    case 'paused':
      return 'En pausa: no se pide nada más hasta que la sigas.'
    case 'stopping':
      return 'Terminan las que ya se pidieron; las demás vuelven a valer.'
    case 'stopped':
      return 'Se frenó. Lo que faltaba no se pidió.'
    case 'done':
      return 'Terminó.'
  }
}
