import { GlassWater } from 'lucide-react'
import type { CallInput } from '#contract/api/endpoint.ts'
import { listDrinks, type Drink } from '#contract/events/drinks.ts'
import { deleteDrink, updateDrink } from '#contract/events/drinks-managed.ts'
import { formatPrice, toCents } from '#contract/values/money.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { actions, cell, picture, toggle, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useListOrder } from '#web/features/lists/use-list-order.ts'
import { useList } from '#web/features/lists/use-list.ts'
import { useMay } from '#web/shell/session/person.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { EventPicker } from '../events/EventPicker.tsx'
import { DrinkDialog } from './DrinkDialog.tsx'

const availability = [
  [true, 'disponibles', 'Disponibles'],
  [false, 'agotadas', 'Agotadas'],
] as const

export const drinks = defineList(listDrinks, {
  screen: 'organizerDrinks',
  within: ['evento', 'id'],
  rows: ({ data }) => data.drinks,
  filters: {
    isAvailable: choice('estado', availability, { label: 'Disponibilidad', all: 'Todas' }),
    search: search('buscar', { label: 'Nombre', placeholder: 'Buscá por nombre' }),
  },
  sort: {
    position: ['carta', { asc: 'De la carta' }],
    name: ['nombre', { asc: 'De la A a la Z' }],
    price: ['precio', { asc: 'Las más baratas', desc: 'Las más caras' }],
  },
  sizes: [100],
})
export const { loader } = drinks

/** `/organizador/bebidas`: the drinks of an event's bar, in the order in which people read them. */
function DrinksScreen() {
  return (
    <>
      <PageHeader eyebrow="Organizador" title="Bebidas" />
      <EventPicker href={(id) => drinks.href({}, { id })}>{(id) => <EventDrinks key={id} eventId={id} />}</EventPicker>
    </>
  )
}

function EventDrinks({ eventId }: { eventId: string }) {
  const may = useMay()
  const list = useList(drinks)
  const [asked, setAsked] = useDialogAddress('bebida')
  const opened = list.rows?.find(({ id }) => id === asked)
  const updating = useAct(updateDrink, {
    input: ({ id, ...body }: { id: string } & CallInput<typeof updateDrink>['body']) => ({
      params: { drinkId: id },
      body,
    }),
    refused: 'No se guardó.',
    pendingUntilRefetched: true,
  })
  const deleting = useAct(deleteDrink, {
    input: ({ id }: Drink) => ({ params: { drinkId: id } }),
    title: ({ name }) => `¿Borrar ${name}?`,
    description: 'Sale de la carta en el momento, y no se puede deshacer.',
    confirm: 'Borrar',
    tone: 'danger',
    done: ({ name }) => `Borraste ${name}`,
  })
  const ordering = useListOrder(list, {
    by: 'position',
    nameOf: ({ name }) => name,
    save: ({ id }, position) => updating.run({ id, position }),
  })
  const edits = [
    toggle('Disponible', ({ isAvailable, name }: Drink) => ({ isOn: isAvailable, name: `${name} disponible` }), {
      onToggle: ({ id }, isAvailable) => updating.run({ id, isAvailable }),
    }),
    actions((drink: Drink) => ({
      buttons: [
        { label: 'Editar', of: drink.name, onSelect: () => setAsked(drink.id) },
        { label: 'Borrar', of: drink.name, onSelect: () => deleting.ask(drink) },
      ],
    })),
  ]
  const columns: Columns<typeof drinks> = [
    ...(may.sell ? ordering.columns : []),
    picture('Bebida', ({ name, description, image }) => ({ title: name, detail: description, image }), {
      sort: 'name',
    }),
    cell('Precio', ({ price }) => formatPrice(toCents(price)), { sort: 'price', align: 'right' }),
    ...(may.sell ? edits : [cell<Drink, never>('Disponible', ({ isAvailable }) => (isAvailable ? 'Sí' : 'No'))]),
  ]
  return (
    <>
      <ListView
        list={list}
        create={may.sell && { label: 'Agregar bebida', onClick: () => setAsked('nueva') }}
        shown={ordering.shown}
        noun={{ none: 'Ninguna bebida', one: 'bebida', many: 'bebidas' }}
        empty={{
          icon: GlassWater,
          title: 'Todavía no hay bebidas',
          children: 'Cargá la carta de la barra, con foto y precio.',
        }}
        noMatchHint="Probá con otro nombre o con todas."
        caption="Carta de bebidas"
        columns={columns}
      />
      {may.sell && asked && (asked === 'nueva' || opened) && (
        <DrinkDialog key={asked} eventId={eventId} drink={opened ?? null} onClose={() => setAsked(null)} />
      )}
      {deleting.dialog}
    </>
  )
}

export { DrinksScreen as Component }
