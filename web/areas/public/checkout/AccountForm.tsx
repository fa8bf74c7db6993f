import type { ComponentProps, ReactNode } from 'react'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { useWhatsapp } from '#web/features/delivery-channels/delivery-channels.ts'
import { showPhone } from '#web/lib/phone.ts'
import { Breakable } from '#web/ui/base/Breakable.tsx'
import { PayButton } from './PayButton.tsx'

interface AccountFormProps extends ComponentProps<typeof PayButton> {
  user: SessionUser
  /** Age, terms and the right of regret. */
  notices: ReactNode
}

/** Who buys, with a session: where the tickets go, and the one button. */
export function AccountForm({ user, notices, ...purchase }: AccountFormProps) {
  return (
    <>
      <Buyer name={user.name} phone={user.phone} mail={user.mail} isOne={purchase.totals.tickets === 1} />
      {notices}
      {user.permission === 'legal' ? (
        <p className="mt-5 text-14 font-semibold text-sol">
          La cuenta de legales no compra entradas. Entrá con tu cuenta personal.
        </p>
      ) : (
        <PayButton {...purchase} />
      )}
    </>
  )
}

interface BuyerProps extends Pick<SessionUser, 'name' | 'phone' | 'mail'> {
  isOne: boolean
}

function Buyer({ name, phone, mail, isOne }: BuyerProps) {
  const isWhatsappOn = useWhatsapp() !== false
  return (
    <dl className="mt-4 border-t border-linea pt-4 text-14">
      <dt className="text-humo">{isOne ? 'La entrada va a' : 'Las entradas van a'}</dt>
      <dd className="mt-1 font-bold">{name}</dd>
      {phone && isWhatsappOn && <dd>WhatsApp {showPhone(phone)}</dd>}
      {mail && (
        <dd className="wrap-anywhere">
          <Breakable>{mail}</Breakable>
        </dd>
      )}
    </dl>
  )
}
