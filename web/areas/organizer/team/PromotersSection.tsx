import { Megaphone } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ManagedEvent } from '#contract/events/events-managed.ts'
import {
  exportEventPromoters,
  exportEventPromotersSheet,
  listEventPromoters,
  type EventPromoter,
} from '#contract/promoters/promoter-desk-promoters.ts'
import { formatMoney } from '#contract/values/money.ts'
import { actions, money, person, state, text, type Columns } from '#web/features/lists/columns.tsx'
import { defineList } from '#web/features/lists/define-list.ts'
import { choice, search } from '#web/features/lists/filters.ts'
import { ListView } from '#web/features/lists/ListView.tsx'
import { useList } from '#web/features/lists/use-list.ts'
import {
  commissionWords,
  courtesyWords,
  limitWords,
  promoStateOf,
  promoStates,
} from '#web/features/promoters/promo-words.ts'
import { counted } from '#web/lib/numbers.ts'
import { grouped } from '#contract/values/numbers.ts'
import { showPhone } from '#web/lib/phone.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { accountStates } from '#web/features/people/account-badges.tsx'
import { useMemberActs } from './member-acts.tsx'
import { openAccountsWords } from './open-accounts.tsx'
import { PromotersDialog } from './PromoterDialog.tsx'
import { SettleDialog } from './SettleDialog.tsx'

export const promoters = defineList(listEventPromoters, {
  screen: 'eventTeam',
  rows: (answer) => answer.promoters,
  filters: {
    isActive: choice(
      'estado',
      [
        [true, 'activos', 'Activos'],
        [false, 'pausados', 'Pausados'],
      ],
      { label: 'Estado de los RRPP', all: 'Todos' },
    ),
    search: search('buscar', { label: 'Nombre o código', placeholder: 'Buscá por nombre o código' }),
  },
  sort: {
    name: ['nombre', { asc: 'De la A a la Z' }],
    tickets: ['trajo', { desc: 'Los que más trajeron' }],
    commission: ['comision', { desc: 'Los que más ganaron' }],
    cash: ['efectivo', { desc: 'Los que más deben' }],
  },
  file: { endpoint: exportEventPromoters, sheet: exportEventPromotersSheet, name: 'rrpp' },
})

const states = {
  ...promoStates,
  pending: accountStates.pending,
  blocked: accountStates.blocked,
  left: { one: 'Ya no está', many: 'Ya no están', tone: 'neutral' },
} as const

/** Cash in hand, and whether they sell for it. */
function cashDetail({ isOnTeam, promo: { canSellInPerson, debtLimitCents } }: EventPromoter): string | string[] {
  if (!isOnTeam) return []
  if (!canSellInPerson) return 'No vende en persona'
  return debtLimitCents === null ? 'Vende en persona' : ['Vende en persona, hasta', formatMoney(debtLimitCents)]
}

interface PromotersSectionProps {
  event: ManagedEvent
  /** The person may change them, and the event is not over. */
  canEdit: boolean
  canRemove: boolean
  /** In the line of the title. */
  action: ReactNode
}

/** The promoters of an event: what each may do, what they brought and what they owe. */
export function PromotersSection({ event, canEdit, canRemove, action }: PromotersSectionProps) {
  const list = useList(promoters)
  const [, setAsked] = useDialogAddress('rrpp')
  const [several, setSeveral] = useState<{ rows: readonly [EventPromoter, ...EventPromoter[]]; clear: () => void }>()
  const [settling, setSettling] = useDialogAddress('liquidar')
  const acts = useMemberActs(event.id, 'RRPP', (member: EventPromoter) => openAccountsWords(member))
  const columns: Columns<typeof promoters> = [
    person('RRPP', (row) => ({ person: row, details: [row.code, row.phone && showPhone(row.phone)] }), {
      sort: 'name',
    }),
    state('Estado', states, (row) =>
      !row.isOnTeam ? 'left' : row.state === 'active' ? promoStateOf(row.promo) : row.state,
    ),
    text('Cortesías', ({ promo, usedCourtesies }) => ({
      text: courtesyWords(promo, usedCourtesies),
      detail: limitWords(promo),
    })),
    text(
      'Comisión',
      ({ isOnTeam, promo, commissionCents, unpaidCents }) => ({
        text: isOnTeam ? commissionWords(promo.commission) : `Ganó ${formatMoney(commissionCents)}`,
        detail: [
          isOnTeam && commissionCents !== 0 && `Ganó ${formatMoney(commissionCents)}`,
          unpaidCents > 0 && `sin pagar ${formatMoney(unpaidCents)}`,
          unpaidCents < 0 && `se le pagó ${formatMoney(-unpaidCents)} de más`,
        ],
      }),
      { sort: 'commission' },
    ),
    money('Debe', (row) => ({ cents: row.cashInHandCents, detail: cashDetail(row) }), { sort: 'cash' }),
    text(
      'Trajo',
      ({ tickets, sales, arrived }) => ({
        text: counted(tickets, 'entrada', 'entradas'),
        detail: [sales > 0 && counted(sales, 'compra', 'compras'), arrived > 0 && `${grouped(arrived)} en la puerta`]
          .filter(Boolean)
          .join(' · '),
      }),
      { sort: 'tickets' },
    ),
    actions((row: EventPromoter) => ({
      buttons: [
        ...(canEdit && row.isOnTeam ? [{ label: 'Editar', of: row.name, onSelect: () => setAsked(row.id) }] : []),
        { label: 'Liquidar', of: row.name, onSelect: () => setSettling(row.id) },
      ],
      menu: { label: `Acciones de ${row.name}`, items: canRemove && row.isOnTeam ? acts.itemsOf(row) : [] },
    })),
  ]
  return (
    <Section
      title="RRPP"
      look="display"
      hint="Venden con su enlace, dan cortesías y venden en persona si los dejás."
      action={action}
    >
      <ListView
        list={list}
        noun={{ none: 'Ningún RRPP', one: 'RRPP', many: 'RRPP' }}
        empty={{
          icon: Megaphone,
          title: 'Todavía no hay RRPP',
          children: canEdit ? 'Sumalos al equipo, o traelos de otro evento con lo que pueden hacer.' : undefined,
        }}
        noMatchHint="Probá con otro nombre o con todos."
        caption="RRPP del evento"
        columns={columns}
        {...(canEdit && {
          selection: {
            label: ({ name }: EventPromoter) => `Elegir a ${name}`,
            canSelect: ({ isOnTeam }: EventPromoter) => isOnTeam,
            acts: (chosen: readonly EventPromoter[], clear: () => void) => (
              <Button
                size="s"
                onClick={() => {
                  const [first, ...others] = chosen
                  if (first) setSeveral({ rows: [first, ...others], clear })
                }}
              >
                Editar
              </Button>
            ),
          },
        })}
      />
      {several && (
        <PromotersDialog
          event={event}
          promoters={several.rows}
          onDone={several.clear}
          onClose={() => setSeveral(undefined)}
        />
      )}
      {settling && (
        <SettleDialog
          key={settling}
          eventId={event.id}
          promoterId={settling}
          canSettle={canRemove}
          onClose={() => setSettling(null)}
        />
      )}
      {acts.dialog}
    </Section>
  )
}
