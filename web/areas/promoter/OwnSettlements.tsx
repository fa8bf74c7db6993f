import {
  confirmSettlement,
  getOwnSettlementReceipt,
  type OwnPosition,
  type PromoterSettlement,
} from '#contract/events/commissions.ts'
import { call } from '#web/api/call.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { SettlementList } from '#web/features/promoters/SettlementList.tsx'
import { countedWords, settledParts } from '#web/features/promoters/settlement-words.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Section } from '#web/ui/base/Section.tsx'

type Settled = PromoterSettlement & { readonly eventName: string; readonly companyName: string }

/** The settlements that wait for the promoter, and those that were made. */
export function OwnSettlements({ events }: { events: readonly OwnPosition[] }) {
  const settled = events.flatMap(settlementsOf)
  const confirming = useAct(confirmSettlement, {
    input: ({ id }: Settled) => ({ params: { id } }),
    title: ({ eventName }) => `¿Confirmar la liquidación de ${eventName}?`,
    description: (settlement) =>
      `${countedWords(settlement, 'promoter')}. Salda ${settledParts(settlement).join(' y ')}. Confirmala cuando la plata haya cambiado de manos: no se puede deshacer.`,
    confirm: 'Confirmar',
    done: 'Liquidación confirmada',
  })
  const waiting = settled.filter(({ state }) => state === 'proposed')
  const confirmed = settled.filter(({ state }) => state === 'confirmed')
  const receiptOf = ({ id }: Settled) => call(getOwnSettlementReceipt, { params: { id } })
  const titleOf = ({ eventName, companyName }: Settled) => `${eventName} · ${companyName}`
  return (
    <>
      {waiting.length > 0 && (
        <Section card title="Por confirmar" look="eyebrow">
          <SettlementList
            label="Liquidaciones por confirmar"
            settlements={waiting}
            reader="promoter"
            titleOf={titleOf}
            receiptOf={receiptOf}
            actsOf={(settlement) => (
              <Button size="s" onClick={() => confirming.ask(settlement)}>
                Confirmar
              </Button>
            )}
          />
        </Section>
      )}
      {confirmed.length > 0 && (
        <Section card title="Confirmadas" look="eyebrow">
          <SettlementList
            label="Liquidaciones confirmadas"
            settlements={confirmed}
            reader="promoter"
            titleOf={titleOf}
            receiptOf={receiptOf}
          />
        </Section>
      )}
      {confirming.dialog}
    </>
  )
}

function settlementsOf({ name, companyName, settlements }: OwnPosition): Settled[] {
  return settlements
    .filter(({ state }) => state !== 'withdrawn')
    .map((settlement) => ({ ...settlement, eventName: name, companyName }))
}
