import { Check } from 'lucide-react'
import { redeemedVoucher, redeemVoucher, undoRedemption, type ServedVoucher } from '#contract/sales/bar.ts'
import { toLocalTime } from '#contract/values/dates.ts'
import { formatTicketNumber } from '#contract/values/ticket-number.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { useEndpointMutation } from '#web/api/write.ts'
import { useRemaining } from '#web/lib/use-remaining.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { giveFeedback } from '../feedback.ts'
import type { ScannedTicket } from './use-bar.ts'

interface ServedTicketProps {
  scanned: ScannedTicket
  onChange: (voucher: ServedVoucher) => void
  onNext: () => void
}

/** What one ticket has at the bar. */
export function ServedTicket({ scanned: { ticket, vouchers, code }, onChange, onNext }: ServedTicketProps) {
  return (
    <>
      <h2 className="display text-28 wrap-anywhere">{ticket.holderName}</h2>
      <p className="text-14 text-humo">
        {ticket.type} · N.º {formatTicketNumber(ticket.number)}
        {ticket.state === 'valid' && ' · todavía no pasó por la puerta'}
      </p>
      {vouchers.length === 0 ? (
        <p className="mt-4 rounded-card bg-tinta p-4 font-bold">Esta entrada no tiene bebidas.</p>
      ) : (
        <ul className="mt-4 flex flex-col gap-2">
          {vouchers.map((voucher) => (
            <li key={voucher.id} className="rounded-card bg-tinta p-3">
              <Voucher voucher={voucher} code={code} onChange={onChange} />
            </li>
          ))}
        </ul>
      )}
      <div className="sticky bottom-0 mt-4 bg-noche pt-2">
        <Button tone="secondary" size="l" wide onClick={onNext} data-initial-focus>
          Escanear otra
        </Button>
      </div>
    </>
  )
}

interface VoucherProps {
  voucher: ServedVoucher
  code: string
  onChange: (voucher: ServedVoucher) => void
}

function Voucher({ voucher, code, onChange }: VoucherProps) {
  const { id, name, redeemedAt, redeemedBy, undoUntil } = voucher
  const remaining = useRemaining(undoUntil)
  const redeeming = useEndpointMutation(redeemVoucher, {
    onSuccess: (answer) => {
      onChange(answer.voucher)
      giveFeedback('pass')
    },
    onError: (failure) => {
      giveFeedback('refuse')
      // Another bar came first.
      const earlier = redeemedVoucher.safeParse(failure.details)
      if (failure.code === 'drink_voucher_redeemed' && earlier.success)
        onChange({ ...voucher, ...earlier.data, undoUntil: null })
    },
  })
  const undoing = useEndpointMutation(undoRedemption, { onSuccess: (answer) => onChange(answer.voucher) })
  const failed = redeeming.error ?? undoing.error
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-3">
        <span className="min-w-0">
          <span className="block text-18 font-bold wrap-anywhere">{name}</span>
          {redeemedAt !== null && (
            <span className="flex items-center gap-1 text-14 text-yerba">
              <Check size={16} aria-hidden="true" className="shrink-0" /> Entregada {toLocalTime(redeemedAt)}
              {redeemedBy && ` · ${redeemedBy}`}
            </span>
          )}
        </span>
        {redeemedAt === null ? (
          <Button
            className="shrink-0"
            busy={redeeming.isPending}
            aria-label={`Entregar ${name}`}
            onClick={() => {
              undoing.reset()
              redeeming.mutate({ params: { id }, body: { code } })
            }}
          >
            Entregar
          </Button>
        ) : (
          remaining !== null &&
          remaining > 0 && (
            <Button
              tone="quiet"
              className="shrink-0"
              busy={undoing.isPending}
              aria-label={`Deshacer la entrega de ${name}`}
              onClick={() => undoing.mutate({ params: { id } })}
            >
              Deshacer ({remaining})
            </Button>
          )
        )}
      </div>
      <Problem message={failed && failureMessage(failed, 'Sin señal: reintentá')} />
    </>
  )
}
