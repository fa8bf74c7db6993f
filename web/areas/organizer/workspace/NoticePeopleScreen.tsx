import { MailQuestion } from 'lucide-react'
import { useParams } from 'react-router'
import {
  exportNoticePeople,
  exportNoticePeopleSheet,
  getNotices,
  listNoticePeople,
  type NoticePerson,
} from '#contract/events/notices.ts'
import { paths } from '#contract/api/paths.ts'
import { useLive } from '#web/api/live.ts'
import { moment, state, text, twoLines, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { byState, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import type { StateLabels } from '#web/features/lists/states.ts'
import { BackLink } from '#web/features/links/BackLink.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { NoticeSummary } from './NoticeSummary.tsx'
import { useMay } from '#web/shell/session/person.ts'

const noticeStates: StateLabels<NoticePerson['state']> = {
  failed: { one: 'No le llegó', many: 'No les llegó', tone: 'rojo', slug: 'no-llego' },
  queued: { one: 'En camino', many: 'En camino', tone: 'celeste' },
  sent: { one: 'Enviado', many: 'Enviados', tone: 'yerba' },
}
const reasons: Record<NonNullable<NoticePerson['why']>, string> = {
  no_contact: 'No dejó mail ni WhatsApp',
  refused: 'Su dirección no lo recibe',
  given_up: 'El servicio de envío no respondió',
}

export const noticePeople = defineList(listNoticePeople, {
  screen: 'eventNotice',
  params: ({ id = '', aviso = '' }) => ({ id, noticeId: aviso }),
  rows: ({ people }) => people,
  rowKey: 'userId',
  filters: {
    state: byState('estado', noticeStates, { label: 'Estado de los avisos', all: 'Todos' }),
    search: search('buscar', { label: 'Nombre', placeholder: 'Buscá por nombre' }),
  },
  sort: { state: ['estado', { asc: 'Por estado' }], name: ['nombre', { asc: 'De la A a la Z' }] },
  file: { endpoint: exportNoticePeople, sheet: exportNoticePeopleSheet, name: 'avisos' },
})
export const { loader } = noticePeople

const columns: Columns<typeof noticePeople> = [
  twoLines('Persona', ({ name }) => ({ title: name }), { sort: 'name' }),
  state('Aviso', noticeStates, (row) => ({ state: row.state, detail: row.why && reasons[row.why] }), { sort: 'state' }),
  text('Contacto', ({ mail, phone }) => ({ text: mail ?? '—', detail: phone })),
  moment('Enviado', ({ sentAt }) => sentAt),
]

/** `/organizador/eventos/:id/avisos/:aviso`: the people of a notice, which it did not reach and why. */
function NoticePeopleScreen() {
  const { id = '', aviso = '' } = useParams()
  const may = useMay()
  const list = useList(noticePeople)
  const { data } = useLive(getNotices, { params: { id } })
  const notice = data?.notices.find((each) => each.id === aviso)
  return (
    <>
      <BackLink to={paths.eventSummary(id)}>Volver al resumen</BackLink>
      {notice && <NoticeSummary eventId={id} notice={notice} mayAct={may.edit} />}
      <ListView
        list={list}
        noun={{ none: 'Nadie', one: 'persona', many: 'personas' }}
        empty={{
          icon: MailQuestion,
          title: 'Nadie tenía entradas',
          children: 'Este aviso no tuvo a quién salir.',
        }}
        noMatchHint="Probá con otro estado u otro nombre."
        caption="A quiénes avisamos"
        columns={columns}
      />
    </>
  )
}

export { NoticePeopleScreen as Component }
