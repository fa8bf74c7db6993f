import { shortOrderNumber } from '#contract/values/order-number.ts'
import { CopyButton } from '#web/ui/data/CopyButton.tsx'

/** An order number: shown short, copied whole. */
export function OrderNumber({ value }: { value: string }) {
  return (
    <span className="inline-flex items-center">
      <span translate="no">{shortOrderNumber(value)}</span>
      <CopyButton
        iconOnly
        text={value}
        label="Copiar el número de compra"
        copied="Copiamos el número de compra"
        denied={`No pudimos copiarlo: es ${value}`}
      />
    </span>
  )
}
