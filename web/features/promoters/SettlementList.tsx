import { FileDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatMoment } from '#contract/values/dates.ts'
import type { PromoterSettlement } from '#contract/events/commissions.ts'
import { countedWords, type SettlementSide } from '#contract/values/settlement-words.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Badge } from '#web/ui/base/Badge.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { settledParts, settlementStates } from './settlement-words.ts'

interface SettlementListProps<Row extends PromoterSettlement> {
  label: string
  settlements: readonly Row[]
  reader: SettlementSide
  /** A line above each: whose it is, or of which event. */
  titleOf?: (settlement: Row) => ReactNode
  /** Reads the receipt of one that was confirmed. */
  receiptOf: (settlement: Row) => Promise<Blob>
  /** What may be done with one that waits. */
  actsOf?: (settlement: Row) => ReactNode
}

/** Settlements with their state, newest first as they came. */
export function SettlementList<Row extends PromoterSettlement>(props: SettlementListProps<Row>) {
  const { label, settlements, reader, titleOf, receiptOf, actsOf } = props
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-linea">
      {settlements.map((settlement) => {
        const { id, state, createdAt, endedAt } = settlement
        return (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              {titleOf && <p className="wrap-anywhere font-bold">{titleOf(settlement)}</p>}
              <p className="flex flex-wrap items-center gap-2">
                {countedWords(settlement, reader)}
                <Badge tone={settlementStates[state].tone}>{settlementStates[state].one}</Badge>
              </p>
              <p className="text-14 text-humo">
                {[...settledParts(settlement), formatMoment(endedAt ?? createdAt)].join(' · ')}
              </p>
            </div>
            {state === 'confirmed' && <ReceiptButton read={() => receiptOf(settlement)} />}
            {state === 'proposed' && actsOf?.(settlement)}
          </li>
        )
      })}
    </ul>
  )
}

/** Fetched with the session, which a plain link would not carry. */
function ReceiptButton({ read }: { read: () => Promise<Blob> }) {
  const [isBusy, setIsBusy] = useState(false)
  async function download() {
    setIsBusy(true)
    try {
      saveFile(await read(), 'liquidacion.pdf')
    } catch (error) {
      showToast(failureMessage(error, 'No pudimos bajar el comprobante'), 'error')
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button tone="secondary" size="s" busy={isBusy} icon={<FileDown size={18} />} onClick={() => void download()}>
      Comprobante
    </Button>
  )
}
