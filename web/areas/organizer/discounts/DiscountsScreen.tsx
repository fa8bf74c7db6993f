import { useQuery } from '@tanstack/react-query'
import { Plus, TicketPercent } from 'lucide-react'
import { useParams } from 'react-router'
import { formatDay } from '#contract/dates.ts'
import { exportDiscountCodes, listDiscountCodes, stopDiscountCode, type DiscountCodeRow } from '#contract/discounts.ts'
import { paths } from '#contract/paths.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, search } from '#web/features/lists/filters.ts'
import { ListView, type ListColumn } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import { counted } from '#web/lib/numbers.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { BottomBar } from '#web/ui/overlays/BottomBar.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { DiscountDialog } from './DiscountDialog.tsx'
import { discountStates, offWords, usesWords, windowWords } from './discount-words.ts'
import { managedEventQuery } from '../workspace/EventWorkspace.tsx'
import { maySell } from '../events/event-acts.ts'
import { usePerson } from '#web/shell/session/use-person.ts'

export const discountCodes = defineList(listDiscountCodes, {
  path: ({ id }) => paths.eventDiscounts(id ?? ''),
  params: ({ id }) => ({ id: id ?? '' }),
  filters: {
    state: choice(
      'estado',
      [
        ['active', 'activos', 'Activos'],
        ['scheduled', 'programados', 'Programados'],
        ['used_up', 'agotados', 'Agotados'],
        ['ended', 'vencidos', 'Vencidos'],
        ['stopped', 'detenidos', 'Detenidos'],
      ],
      { is: 'chips', label: 'Estado de los códigos', all: 'Todos' },
    ),
    search: search('buscar', { label: 'Código', placeholder: 'Buscá por código' }),
  },
  sort: {
    names: { createdAt: 'creado', code: 'codigo', uses: 'usos' },
    first: { sort: 'createdAt', order: 'desc' },
    choices: [
      { sort: 'createdAt', order: 'desc', label: 'Los más nuevos' },
      { sort: 'uses', order: 'desc', label: 'Los más usados' },
      { sort: 'code', order: 'asc', label: 'De la A a la Z' },
    ],
  },
  sizes: [20, 50, 100],
  fresh: true,
  file: { endpoint: exportDiscountCodes, name: 'codigos-de-descuento' },
})
export const { loader } = discountCodes

/** `/organizador/eventos/:id/descuentos`: the codes of one event, with how often each was used. */
function DiscountsScreen() {
  const { id = '' } = useParams()
  const person = usePerson()
  const event = useQuery(managedEventQuery(id)).data
  const list = useList(discountCodes, { enabled: person !== null })
  const [asked, setAsked] = useDialogAddress('nuevo')
  const stopping = useAct(stopDiscountCode, {
    input: ({ id: codeId }: DiscountCodeRow) => ({ params: { id, codeId } }),
    title: ({ code }) => `¿Detener ${code}?`,
    description: ({ uses }) =>
      `Nadie más va a poder usarlo.${uses > 0 ? ` Quienes ya compraron o reservaron con él (${counted(uses, 'compra', 'compras')}) conservan su precio.` : ''} No se puede volver atrás, pero podés crear otro con el mismo nombre.`,
    confirm: 'Detener',
    tone: 'danger',
    done: ({ code }) => `${code} ya no se puede usar`,
  })
  if (!person) return null
  const isOpen = event !== undefined && !event.isExpired && event.state !== 'cancelled' && event.state !== 'success'
  const canMake = isOpen && maySell(person)
  const isEmpty = list.answer?.pagination.total === 0 && !list.isFiltered
  const add = (
    <Button icon={<Plus aria-hidden="true" className="size-5" />} onClick={() => setAsked('si')}>
      Crear código
    </Button>
  )
  return (
    <>
      {canMake && !isEmpty && <div className="mb-5 flex justify-end max-md:hidden">{add}</div>}
      {event && !isOpen && (
        <p className="mb-5 text-humo">Este evento ya terminó o se canceló: no admite códigos nuevos.</p>
      )}
      <ListView
        list={list}
        rows={(answer) => answer.discountCodes}
        rowKey={(row) => row.id}
        noun={{ none: 'Ningún código', one: 'código', many: 'códigos' }}
        empty={{
          icon: <TicketPercent aria-hidden="true" className="size-10" />,
          title: 'Todavía no hay códigos de descuento',
          children: 'Creá uno para tu lista, tus RRPP o una preventa, con los límites que quieras.',
          ...(canMake && { action: <div className="max-md:hidden">{add}</div> }),
        }}
        nothing="Probá con otro estado u otro código."
        caption="Códigos de descuento"
        columns={columns(maySell(person) ? stopping.ask : null)}
      />
      {canMake && (
        <BottomBar stretch className="md:hidden">
          {add}
        </BottomBar>
      )}
      {canMake && asked && <DiscountDialog event={event} onClose={() => setAsked(null)} />}
      {stopping.dialog}
    </>
  )
}

function columns(
  onStop: ((row: DiscountCodeRow) => void) | null,
): ListColumn<typeof listDiscountCodes, DiscountCodeRow>[] {
  return [
    {
      key: 'code',
      header: 'Código',
      sort: 'code',
      isTitle: true,
      cell: ({ code }) => <span className="font-semibold wrap-anywhere">{code}</span>,
    },
    {
      key: 'state',
      header: 'Estado',
      cell: ({ state }) => <Badge tone={discountStates[state].tone}>{discountStates[state].text}</Badge>,
    },
    { key: 'off', header: 'Descuento', cell: offWords },
    {
      key: 'types',
      header: 'Entradas',
      cell: ({ ticketTypes }) => ticketTypes?.map(({ name }) => name).join(', ') ?? 'Todas',
    },
    {
      key: 'uses',
      header: 'Usos',
      sort: 'uses',
      cell: (row) => (
        <span className="block">
          {usesWords(row)}
          {row.perPersonLimit !== null && (
            <span className="block text-12 text-humo">Hasta {row.perPersonLimit} por persona</span>
          )}
        </span>
      ),
    },
    { key: 'window', header: 'Vigencia', cell: windowWords },
    {
      key: 'createdAt',
      header: 'Creado',
      sort: 'createdAt',
      cell: ({ createdAt, madeBy }) => (
        <span className="block">
          {formatDay(createdAt)}
          <span className="block text-12 wrap-anywhere text-humo">{madeBy}</span>
        </span>
      ),
    },
    {
      key: 'actions',
      stays: true,
      header: 'Acciones',
      align: 'right',
      cell: (row) =>
        onStop &&
        row.state !== 'stopped' && (
          <Button tone="quiet" size="s" aria-label={`Detener ${row.code}`} onClick={() => onStop(row)}>
            Detener
          </Button>
        ),
    },
  ]
}

export { DiscountsScreen as Component }
