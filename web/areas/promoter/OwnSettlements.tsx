import {
  confirmSettlement,
  getOwnSettlementReceipt,
  type OwnPosition,
  type WaitingSettlement,
} from '#contract/events/commissions.ts'
import { countedWords } from '#contract/values/settlement-words.ts'
import { call } from '#web/api/call.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { SettlementList } from '#web/features/promoters/SettlementList.tsx'
import { settledParts } from '#web/features/promoters/settlement-words.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Section } from '#web/ui/base/Section.tsx'

interface OwnSettlementsProps {
  waiting: readonly WaitingSettlement[]
  /** In sight. */
  events: readonly OwnPosition[]
}

/** The settlements that wait for the promoter, and the earlier ones of the events in sight. */
export function OwnSettlements({ waiting, events }: OwnSettlementsProps) {
  const ended = events.flatMap(endedOf)
  const confirming = useAct(confirmSettlement, {
    input: ({ id }: WaitingSettlement) => ({ params: { id } }),
    title: ({ eventName }) => `¿Confirmar la liquidación de ${eventName}?`,
    description: (settlement) =>
      `${countedWords(settlement, 'promoter')}. Salda ${settledParts(settlement).join(' y ')}. Confirmala cuando la plata haya cambiado de manos: no se puede deshacer.`,
    confirm: 'Confirmar',
    done: 'Liquidación confirmada',
  })
  const receiptOf = ({ id }: WaitingSettlement) => call(getOwnSettlementReceipt, { params: { id } })
  const titleOf = ({ eventName, companyName }: WaitingSettlement) => `${eventName} · ${companyName}`
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
      {ended.length > 0 && (
        <Section card title="Anteriores" look="eyebrow">
          <SettlementList
            label="Liquidaciones anteriores"
            settlements={ended}
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

function endedOf({ name, companyName, settlements }: OwnPosition): WaitingSettlement[] {
  return settlements
    .filter(({ state }) => state !== 'proposed')
    .map((settlement) => ({ ...settlement, eventName: name, companyName }))
}
