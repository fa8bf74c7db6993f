import { MailQuestion } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { formatMoment } from '#contract/dates.ts'
import {
  exportNoticePeople,
  getNotices,
  listNoticePeople,
  retryNotice,
  type Notice as SentNotice,
  type NoticePerson,
} from '#contract/notices.ts'
import { paths } from '#contract/paths.ts'
import { useLive } from '#web/api/live.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, search } from '#web/features/lists/filters.ts'
import { ListView, type ListColumn } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { counted } from '#web/lib/numbers.ts'
import { Badge, type BadgeTone } from '#web/ui/base/Badge.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { mayEdit } from '../events/event-acts.ts'
import { usePerson } from '#web/shell/session/use-person.ts'

export const noticePeople = defineList(listNoticePeople, {
  path: ({ id, aviso }) => paths.eventNotice(id ?? '', aviso ?? ''),
  params: ({ id, aviso }) => ({ id: id ?? '', noticeId: aviso ?? '' }),
  filters: {
    state: choice(
      'estado',
      [
        ['failed', 'no-llego', 'No les llegó'],
        ['queued', 'en-camino', 'En camino'],
        ['sent', 'enviados', 'Enviados'],
      ],
      { is: 'chips', label: 'Estado de los avisos', all: 'Todos' },
    ),
    search: search('buscar', { label: 'Nombre', placeholder: 'Buscá por nombre' }),
  },
  sort: {
    names: { state: 'estado', name: 'nombre' },
    first: { sort: 'state', order: 'asc' },
    choices: [
      { sort: 'state', order: 'asc', label: 'Por estado' },
      { sort: 'name', order: 'asc', label: 'De la A a la Z' },
    ],
  },
  sizes: [20, 50, 100],
  fresh: true,
  file: { endpoint: exportNoticePeople, name: 'avisos' },
})
export const { loader } = noticePeople

const states: Record<NoticePerson['state'], { text: string; tone: BadgeTone }> = {
  queued: { text: 'En camino', tone: 'celeste' },
  sent: { text: 'Enviado', tone: 'yerba' },
  failed: { text: 'No le llegó', tone: 'rojo' },
}
const reasons: Record<NonNullable<NoticePerson['why']>, string> = {
  no_contact: 'No dejó mail ni WhatsApp',
  refused: 'Su dirección no lo recibe',
  given_up: 'El servicio de envío no respondió',
}

/** `/organizador/eventos/:id/avisos/:aviso`: whom a notice was for, whom it did not reach and why. */
function NoticePeopleScreen() {
  const { id = '', aviso = '' } = useParams()
  const person = usePerson()
  const list = useList(noticePeople, { enabled: person !== null })
  const { data } = useLive(getNotices, { params: { id } })
  const notice = data?.notices.find((each) => each.id === aviso)
  if (!person) return null
  return (
    <>
      <Link to={paths.eventSummary(id)} className="link mb-4 inline-flex min-h-11 items-center">
        Volver al resumen
      </Link>
      {notice && <Standing eventId={id} notice={notice} mayAct={mayEdit(person)} />}
      <ListView
        list={list}
        rows={({ people }) => people}
        rowKey={({ userId }) => userId}
        noun={{ none: 'Nadie', one: 'persona', many: 'personas' }}
        empty={{
          icon: <MailQuestion aria-hidden="true" className="size-10" />,
          title: 'Nadie tenía entradas',
          children: 'Este aviso no tuvo a quién salir.',
        }}
        nothing="Probá con otro estado u otro nombre."
        caption="A quiénes avisamos"
        columns={columns}
      />
    </>
  )
}

function Standing({ eventId, notice, mayAct }: { eventId: string; notice: SentNotice; mayAct: boolean }) {
  const retrying = useAct(retryNotice, {
    input: ({ id }: SentNotice) => ({ params: { id: eventId, noticeId: id } }),
    title: '¿Volver a intentar?',
    description: ({ failed }) =>
      `Les escribimos de nuevo a ${counted(failed, 'persona que no lo recibió', 'personas que no lo recibieron')}. Al resto no le llega otra vez.`,
    confirm: 'Volver a intentar',
    done: 'El aviso está saliendo de nuevo',
  })
  const { kind, createdAt, startedBy, failed, queued, people } = notice
  return (
    <div className="mb-6">
      <h2 className="text-18 font-bold">
        {kind === 'cancelled' ? 'Aviso de cancelación' : 'Aviso de cambio de fecha o lugar'}
      </h2>
      <p className="mt-1 wrap-anywhere text-humo">
        {formatMoment(createdAt)}
        {startedBy !== null && ` · ${startedBy}`} · {counted(people, 'persona', 'personas')}
      </p>
      {failed > 0 && (
        <Notice
          tone="warning"
          className="mt-4"
          action={
            mayAct && (
              <Button size="s" tone="secondary" disabled={queued > 0} onClick={() => retrying.ask(notice)}>
                Volver a intentar
              </Button>
            )
          }
        >
          {counted(failed, 'persona no lo recibió', 'personas no lo recibieron')}. Si tenés otra forma de{' '}
          {failed === 1 ? 'contactarla, avisale' : 'contactarlas, avisales'} vos también.
        </Notice>
      )}
      {retrying.dialog}
    </div>
  )
}

const columns: ListColumn<typeof listNoticePeople, NoticePerson>[] = [
  {
    key: 'name',
    header: 'Persona',
    sort: 'name',
    isTitle: true,
    cell: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span>,
  },
  {
    key: 'state',
    header: 'Aviso',
    sort: 'state',
    cell: ({ state, why }) => (
      <span className="flex flex-col items-start gap-1">
        <Badge tone={states[state].tone}>{states[state].text}</Badge>
        {why && <span className="text-12 text-humo">{reasons[why]}</span>}
      </span>
    ),
  },
  {
    key: 'contact',
    header: 'Contacto',
    cell: ({ mail, phone }) => (
      <span className="block wrap-anywhere">
        {mail ?? '—'}
        {phone !== null && <span className="block text-12 text-humo">{phone}</span>}
      </span>
    ),
  },
  { key: 'sentAt', header: 'Enviado', cell: ({ sentAt }) => (sentAt ? formatMoment(sentAt) : '—') },
]

export { NoticePeopleScreen as Component }
