import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { CreateButton } from '#web/features/lists/CreateButton.tsx'
import { Dimmed } from '#web/features/lists/Dimmed.tsx'
import { SearchedChoiceField } from '#web/features/lists/SearchedChoiceField.tsx'
import * as columns from '#web/features/lists/columns.tsx'
import { useRowOrder } from '#web/features/lists/row-controls.tsx'
import type { ChoiceSource } from '#web/features/lists/searched-choices.ts'
import type { StateLabels } from '#web/features/lists/states.ts'
import { ApiFailure } from '#web/api/api-failure.ts'
import { Table, type Column } from '#web/ui/data/Table.tsx'
import { Example, Line, LONG_NAME } from './Example.tsx'

interface Row {
  id: string
  name: string
  state: 'open' | 'failed' | 'done'
  at: string | null
  cents: number
  isOn: boolean
}
const labels: StateLabels<Row['state']> = {
  open: { one: 'En camino', many: 'En camino', tone: 'celeste' },
  failed: { one: 'Falló', many: 'Fallaron', tone: 'rojo' },
  done: { one: 'Terminado', many: 'Terminados', tone: 'yerba' },
}
const LONG_WORD = 'maria-de-los-angeles-fernandez-gutierrez@organizaciondeeventos.example'
const first: readonly Row[] = [
  { id: '1', name: 'Fernet con coca', state: 'open', at: '2026-11-25T21:00:00-03:00', cents: 650_000, isOn: true },
  { id: '2', name: LONG_NAME, state: 'failed', at: '2026-11-20T10:00:00-03:00', cents: 123_456_789_50, isOn: false },
  { id: '3', name: 'x', state: 'done', at: null, cents: 0, isOn: true },
]
const pause = () => new Promise((resolve) => setTimeout(resolve, 600))
const source = (failure: ApiFailure | null): ChoiceSource => ({
  useFound: (text) => ({
    options: failure
      ? []
      : first.filter(({ name }) => name.includes(text)).map(({ id, name }) => ({ value: id, label: name })),
    isFetching: false,
    failure,
    retry: () => undefined,
  }),
  useLabel: () => undefined,
})
const found = source(null)
const failed = source(
  new ApiFailure({ status: 500, code: 'internal', message: 'Error del servidor, intenta más tarde' }),
)

/** Columns of lists and their surroundings. */
export function ListExamples() {
  return (
    <MemoryRouter>
      <Example name="columns">
        <ExampleTable />
      </Example>
      <Example name="CreateButton">
        <Line>
          <CreateButton act={{ label: 'Crear código', onClick: () => undefined }} />
          <CreateButton act={{ label: 'Crear evento', to: '/' }} />
        </Line>
      </Example>
      <Example name="SearchedChoiceField">
        <Searched source={found} />
        <Searched source={failed} />
      </Example>
      <Example name="Dimmed">
        <Dimmed isStale>Lo que se leyó antes</Dimmed>
      </Example>
    </MemoryRouter>
  )
}

function Searched({ source: from }: { source: ChoiceSource }) {
  const [value, setValue] = useState('')
  return <SearchedChoiceField label="Evento" source={from} value={value} onChange={setValue} />
}

function ExampleTable() {
  const [rows, setRows] = useState(first)
  const ordered = useRowOrder(rows, ({ id }) => id, {
    save: async (_row, _to, order) => {
      await pause()
      setRows(order)
    },
  })
  // In two tables: no list has as many columns as there are kinds.
  const things: readonly Column<Row>[] = [
    columns.order(ordered, ({ name }) => name),
    columns.picture('Bebida', ({ name }) => ({ image: null, title: name, detail: ['Con hielo', LONG_WORD] })),
    columns.person('Persona', ({ name }) => ({ person: { name, urlProfileImgId: null }, details: LONG_WORD })),
    columns.twoLines('Evento', ({ name }) => ({ title: name, to: '/', detail: 'Lleva a otra pantalla' })),
  ]
  const figures: readonly Column<Row>[] = [
    columns.text('Contacto', ({ at }) => (at ? { text: LONG_WORD, detail: 'WhatsApp' } : null)),
    columns.state('Estado', labels, ({ state }) => ({ state, detail: state === 'failed' && 'Sin saldo' })),
    columns.moment('Pedido', ({ at, state }) => ({ at, late: state === 'failed' && 'Vencido' })),
    columns.money('Importe', ({ cents }) => cents, { look: 'strong', totalCents: 123_457_439_50 }),
    columns.figure('Usos', ({ cents }) => cents),
    columns.toggle('Disponible', ({ isOn, name }) => ({ isOn, name: `${name} disponible` }), {
      onToggle: async ({ id }, isOn) => {
        await pause()
        setRows((all) => all.map((row) => (row.id === id ? { ...row, isOn } : row)))
      },
    }),
    columns.actions(({ name, state }) => ({
      buttons: state === 'done' ? 'Ya terminó' : [{ label: 'Ver', of: name }],
      menu: { label: `Más de ${name}`, items: [{ key: 'delete', label: 'Borrar', tone: 'danger' }] },
    })),
  ]
  return [things, figures].map((each, nth) => (
    <Table
      key={nth}
      caption={nth === 0 ? 'Columnas' : 'Más columnas'}
      rows={ordered.shown(rows)}
      rowKey={({ id }) => id}
      columns={each}
    />
  ))
}
