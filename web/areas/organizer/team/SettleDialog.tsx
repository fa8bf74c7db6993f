import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { formatMoment } from '#contract/values/dates.ts'
import {
  getPromoterPosition,
  getSettlementReceipt,
  settlePromoter,
  withdrawSettlement,
  type PromoterSettlement,
} from '#contract/events/commissions.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { formatMoney } from '#contract/values/money.ts'
import { countedWords } from '#contract/values/settlement-words.ts'
import { call } from '#web/api/call.ts'
import { endpointQuery } from '#web/api/query.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { SettlementList } from '#web/features/promoters/SettlementList.tsx'
import { DialogOfRead } from '#web/features/reads/LoadedDialog.tsx'
import { readWhole } from '#web/lib/typed-numbers.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { MoneyField } from '#web/ui/fields/MoneyField.tsx'
import { RadioGroup } from '#web/ui/fields/RadioGroup.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'

type Position = Answer<typeof getPromoterPosition>

interface SettleDialogProps {
  eventId: string
  promoterId: string
  /** Whether the person may propose and withdraw. */
  canSettle: boolean
  onClose: () => void
}

/** What is due between the event and one promoter, the settlement that waits, and those that were made. */
export function SettleDialog({ eventId, promoterId, canSettle, onClose }: SettleDialogProps) {
  const params = { id: eventId, rrppId: promoterId }
  const read = useQuery(endpointQuery(getPromoterPosition, { params }, { fresh: true }))
  return (
    <DialogOfRead read={read} title="Liquidar" label="Cargando lo que hay para liquidar" rows={4} onClose={onClose}>
      {(position) => {
        const { owedCents, cashCents } = position.balance
        const isDue = owedCents !== 0 || cashCents !== 0
        const shown = { eventId, promoterId, position, onClose }
        return canSettle && isDue ? <Settling {...shown} /> : <Settled {...shown} canWithdraw={canSettle} />
      }}
    </DialogOfRead>
  )
}

interface ShownProps extends Pick<SettleDialogProps, 'eventId' | 'promoterId' | 'onClose'> {
  position: Position
}

function Settling({ eventId, promoterId, position, onClose }: ShownProps) {
  const { balance, promoter } = position
  const netCents = balance.cashCents - balance.owedCents
  const receives = netCents >= 0 ? 'organizer' : 'promoter'
  const mostCents = Math.abs(netCents)
  const input = z.object({ how: z.enum(['all', 'part']), part: z.string() }).check(
    z.refine(({ how, part }) => how === 'all' || centsOf(part, mostCents) !== null, {
      error: `Poné un importe en pesos enteros, hasta ${formatMoney(Math.floor(mostCents / 100) * 100)}`,
      path: ['part'],
    }),
  )
  const form = useSubmit(settlePromoter, {
    schema: input,
    defaults: { how: 'all', part: '' },
    failures: { settlement_amount: 'part' },
    toInput: ({ how, part }) => ({
      params: { id: eventId, rrppId: promoterId },
      body: { receives, countedCents: how === 'all' ? mostCents : (centsOf(part, mostCents) ?? 0) },
    }),
    done: `Le avisamos a ${promoter.name} para que la confirme`,
  })
  const [how, part] = form.fields.watch(['how', 'part'])
  const waiting = position.settlements.find(({ state }) => state === 'proposed')
  const cents = how === 'all' ? mostCents : centsOf(part, mostCents)
  return (
    <FormDialog
      form={form}
      title={`Liquidar a ${promoter.name}`}
      submit={submitWords(receives, cents)}
      onClose={onClose}
    >
      {waiting && (
        <Notice tone="warning">
          Falta que {promoter.name} confirme la que le mandaste: {countedWords(waiting, 'organizer').toLowerCase()}. Si
          mandás otra, la reemplaza.
        </Notice>
      )}
      <Due position={position} />
      {mostCents === 0 ? (
        <p className="text-14 text-humo">La comisión y el efectivo se compensan: no cambia plata de manos.</p>
      ) : (
        <>
          <RadioGroup
            label={receives === 'organizer' ? 'Cuánto te entrega' : 'Cuánto le pagás'}
            options={[
              { value: 'all', label: `Todo: ${formatMoney(mostCents)}` },
              { value: 'part', label: 'Una parte', hint: 'El resto queda para la próxima.' },
            ]}
            {...form.value('how')}
          />
          {how === 'part' && <MoneyField label="Plata contada" {...form.field('part')} />}
        </>
      )}
      <p className="text-14 text-humo">Vale cuando {promoter.name} la confirma.</p>
      <History eventId={eventId} promoterId={promoterId} settlements={position.settlements} canWithdraw />
    </FormDialog>
  )
}

/** Pesos as typed, in centavos; null for what is no part of it. */
function centsOf(typed: string, mostCents: number): number | null {
  const pesos = readWhole(typed)
  return pesos !== null && pesos >= 1 && pesos * 100 <= mostCents ? pesos * 100 : null
}

function submitWords(receives: 'organizer' | 'promoter', cents: number | null): string {
  if (cents === null || cents === 0) return 'Liquidar'
  return receives === 'organizer' ? `Recibir ${formatMoney(cents)}` : `Pagar ${formatMoney(cents)}`
}

function Settled({ eventId, promoterId, position, canWithdraw, onClose }: ShownProps & { canWithdraw: boolean }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Liquidar a ${position.promoter.name}`}
      actions={
        <Button tone="secondary" onClick={onClose}>
          Cerrar
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Due position={position} />
        <History
          eventId={eventId}
          promoterId={promoterId}
          settlements={position.settlements}
          canWithdraw={canWithdraw}
        />
      </div>
    </Dialog>
  )
}

function Due({ position: { balance, confirmsAt } }: { position: Position }) {
  const { earnedCents, confirmedCents, paidCents, owedCents, cashCents } = balance
  const isWaiting = earnedCents !== 0 && confirmedCents === 0
  return (
    <Facts>
      <Fact label="Comisión ganada">
        {formatMoney(earnedCents)}
        {paidCents !== 0 && ` · ${formatMoney(paidCents)} pagados`}
        {isWaiting && (
          <span className="block text-14 text-humo">
            {confirmsAt === null ? 'Se confirma después del evento.' : `Se confirma el ${formatMoment(confirmsAt)}.`}
          </span>
        )}
      </Fact>
      <Fact label={owedCents < 0 ? 'Se le pagó de más' : 'Para pagarle ahora'}>{formatMoney(Math.abs(owedCents))}</Fact>
      <Fact label="Efectivo que tiene">{formatMoney(cashCents)}</Fact>
    </Facts>
  )
}

interface HistoryProps extends Pick<SettleDialogProps, 'eventId' | 'promoterId'> {
  settlements: readonly PromoterSettlement[]
  canWithdraw: boolean
}

function History({ eventId, promoterId, settlements, canWithdraw }: HistoryProps) {
  const paramsOf = ({ id: settlementId }: PromoterSettlement) => ({ id: eventId, rrppId: promoterId, settlementId })
  const withdrawing = useAct(withdrawSettlement, {
    input: (settlement: PromoterSettlement) => ({ params: paramsOf(settlement) }),
    done: 'Retiraste la liquidación',
    isProblemShown: true,
  })
  if (settlements.length === 0) return null
  return (
    <>
      <SettlementList
        label="Liquidaciones hechas"
        settlements={settlements}
        reader="organizer"
        receiptOf={(settlement) => call(getSettlementReceipt, { params: paramsOf(settlement) })}
        {...(canWithdraw && {
          actsOf: (settlement: PromoterSettlement) => (
            <Button
              tone="secondary"
              size="s"
              busy={withdrawing.isPending(settlement)}
              onClick={() => void withdrawing.run(settlement)}
            >
              Retirar
            </Button>
          ),
        })}
      />
      <Problem message={withdrawing.problem} />
    </>
  )
}
