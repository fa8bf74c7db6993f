import { Link } from 'react-router'
import { paths } from '#contract/api/paths.ts'
import { counted } from '#web/lib/numbers.ts'
import { Badge } from '#web/ui/base/Badge.tsx'

/** How many refunds of an event failed, which leads to them. */
export function FailedRefundsLink({ eventId, count }: { eventId: string; count: number }) {
  return (
    <Link
      to={paths.eventRefunds(eventId)}
      className="relative inline-block no-underline before:absolute before:-inset-x-1 before:-inset-y-3"
    >
      <Badge tone="rojo" className="whitespace-nowrap">
        {counted(count, 'reembolso falló', 'reembolsos fallaron')}
      </Badge>
    </Link>
  )
}
