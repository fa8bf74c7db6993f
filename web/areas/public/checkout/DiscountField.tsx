import { Suspense, useEffect, useState } from 'react'
import { latePart } from '#web/lib/start/late-part.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import type { DiscountFormProps } from './DiscountForm.tsx'
import { storedDiscount } from './stored.ts'

const form = latePart<DiscountFormProps>(async () => (await import('./DiscountForm.tsx')).DiscountForm)

/** «¿Tenés un código de descuento?»: out of the way of who has none. */
export function DiscountField(props: DiscountFormProps) {
  const [isOpen, setOpen] = useState(() => storedDiscount.read(props.eventId) !== null)
  useEffect(() => {
    // Fetched ahead, so that the field takes the first letter. A failed fetch is repeated when the field is drawn.
    void form.fetch().catch(() => undefined)
  }, [])
  const opens = (
    <Button tone="quiet" size="s" className="mt-3 -ml-3" busy={isOpen} onClick={() => setOpen(true)}>
      ¿Tenés un código de descuento?
    </Button>
  )
  if (!isOpen) return opens
  return (
    <Suspense fallback={opens}>
      <form.Part {...props} />
    </Suspense>
  )
}
