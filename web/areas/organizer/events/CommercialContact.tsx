import { MessageCircle } from 'lucide-react'
import { brand } from '#contract/platform/brand.ts'
import { showPhone } from '#web/lib/phone.ts'
import { LinkButton } from '#web/ui/base/LinkButton.tsx'
import { Notice } from '#web/ui/feedback/Notice.tsx'

/** How to reach the person of the platform who looks after the company's next event. */
export function CommercialContact({ number }: { number: string }) {
  return (
    <Notice
      announced="never"
      className="mb-4"
      action={
        <LinkButton
          tone="secondary"
          size="s"
          href={`https://wa.me/${number.slice(1)}`}
          target="_blank"
          rel="noreferrer"
          aria-label="Escribirle a tu comercial por WhatsApp"
        >
          <MessageCircle className="size-4" /> WhatsApp
        </LinkButton>
      }
    >
      Tu comercial de {brand.name} para el próximo evento: <b className="whitespace-nowrap">{showPhone(number)}</b>
    </Notice>
  )
}
