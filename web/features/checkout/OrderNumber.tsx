import { formatOrderNumber } from '#contract/values/order-number.ts'
import { CopyButton } from '#web/ui/data/CopyButton.tsx'

/** A purchase's number. */
export function OrderNumber({ value }: { value: string }) {
  return (
    <span className="inline-flex items-center">
      <span translate="no">{formatOrderNumber(value)}</span>
      <CopyButton
        iconOnly
        text={formatOrderNumber(value)}
        label="Copiar el número de compra"
        copied="Copiamos el número de compra"
        denied={`No pudimos copiarlo: es ${formatOrderNumber(value)}`}
      />
    </span>
  )
}
