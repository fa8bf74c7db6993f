/** Files that this module makes of its lists. */
import type { listNoticePeople, NoticePerson, NoticeState } from '#contract/events/notices.ts'
import type { CsvTable } from '#server/http/list-export.ts'
import { moment } from '#server/shared/csv.ts'

const states: Record<NoticeState, string> = { queued: 'En camino', sent: 'Enviado', failed: 'No le llegó' }
const reasons: Record<NonNullable<NoticePerson['why']>, string> = {
  no_contact: 'Sin mail ni WhatsApp',
  refused: 'La dirección no lo recibe',
  given_up: 'No respondió el servicio de envío',
}

export const noticePeopleTable: CsvTable<typeof listNoticePeople, NoticePerson> = {
  name: 'avisos',
  rows: ({ people }) => people,
  columns: [
    { header: 'Nombre', cell: ({ name }) => name },
    { header: 'Email', cell: ({ mail }) => mail },
    { header: 'Teléfono', cell: ({ phone }) => phone },
    { header: 'Aviso', cell: ({ state }) => states[state] },
    { header: 'Por qué no', cell: ({ why }) => why && reasons[why] },
    { header: 'Enviado', cell: ({ sentAt }) => moment(sentAt) },
  ],
}
