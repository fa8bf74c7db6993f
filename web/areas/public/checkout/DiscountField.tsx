import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/base/Button.tsx'
import type { DiscountFormProps } from './DiscountForm.tsx'
import { storedDiscount } from './stored.ts'

// Of those who have a code.
const DiscountForm = lazy(async () => ({ default: (await import('./DiscountForm.tsx')).DiscountForm }))

/** «¿Tenés un código de descuento?»: out of the way of who has none. */
export function DiscountField(props: DiscountFormProps) {
  const [isOpen, setOpen] = useState(() => storedDiscount.read(props.eventId) !== null)
  const opens = (
    <Button tone="quiet" size="s" className="mt-3 -ml-3" busy={isOpen} onClick={() => setOpen(true)}>
      ¿Tenés un código de descuento?
    </Button>
  )
  if (!isOpen) return opens
  return (
    <Suspense fallback={opens}>
      <DiscountForm {...props} />
    </Suspense>
  )
}
