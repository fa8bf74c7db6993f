import { Copy } from 'lucide-react'
import { shortOrderNumber } from '#contract/order-number.ts'
import { IconButton } from '#web/ui/base/IconButton.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'

/** An order number: shown short, copied whole. */
export function OrderNumber({ value }: { value: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      showToast('Copiamos el número de compra', 'success')
    } catch {
      // Closed to us by the browser.
      showToast(`No pudimos copiarlo: es ${value}`, 'error')
    }
  }
  return (
    <span className="inline-flex items-center">
      <span translate="no">{shortOrderNumber(value)}</span>
      <IconButton label="Copiar el número de compra" className="-my-3 text-celeste" onClick={() => void copy()}>
        <Copy aria-hidden="true" className="size-4" />
      </IconButton>
    </span>
  )
}
