/** What the list of all tickets and that of one event have in common. */
import { byState, day, idOf, search } from '#web/features/lists/filters.ts'
import { statusFilters } from '#web/features/tickets/issued-words.ts'

export const ticketFilters = {
  username: search('buscar', { label: 'Persona o entrada', placeholder: 'Buscá por nombre o número' }),
  status: byState('estado', statusFilters, { kind: 'select', label: 'Estado', all: 'Activas' }),
  promoter: idOf('rrpp', { label: 'RRPP', all: 'Todos' }),
  date: day('emitida', 'Día de emisión'),
} as const

export const ticketSort = {
  createdAt: ['emitida', { desc: 'Las últimas' }],
  name: ['nombre', { asc: 'Por nombre' }],
  number: ['numero', { asc: 'Por número' }],
} as const
